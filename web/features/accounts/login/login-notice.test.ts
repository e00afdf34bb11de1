import { expect, it } from "vitest";
import { loginNotice } from "./login-notice.ts";

it.each(["/account", "/account?tab=security", "/account-settings", "/account#x"])(
  "explains %s",
  (path) => expect(loginNotice(path)).toBe("Please log in to access account settings."),
);

it.each([null, "/", "/accounts", "/profile?x=/account"])("says nothing for %s", (path) =>
  expect(loginNotice(path)).toBeNull(),
);
