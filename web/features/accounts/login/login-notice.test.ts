import { expect, it } from "vitest";
import { loginNotice } from "./login-notice.ts";

it.each(["/account", "/account?tab=security", "/account-settings", "/account#x"])(
  "explains %s",
  (path) =>
    expect(loginNotice(path, "Acme")).toEqual({
      text: "Please log in to access account settings.",
    }),
);

it.each(["/membership", "/membership?canceled=true"])("says who may use %s", (path) =>
  expect(loginNotice(path, "Acme")).toEqual({
    title: "Authentication required",
    text: "Log in as an Acme Provider to choose a membership.",
  }),
);

it.each([null, "/", "/accounts", "/profile?x=/account", "/memberships"])(
  "says nothing for %s",
  (path) => expect(loginNotice(path, "Acme")).toBeNull(),
);
