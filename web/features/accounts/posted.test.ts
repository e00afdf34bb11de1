import { expect, it } from "vitest";
import { OUR_FAULT, OUR_SIDE } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { postConfirmation, postNewPassword, postResetRequest, postSignUp } from "./posted.ts";

const BROKEN = { name: "AuthRetryableFetchError", message: "{}", status: 503 };
const UNREACHED = { name: "AuthRetryableFetchError", message: "fetch failed", status: 0 };

/** A service in which every call of sign-in fails but the named one. */
const failing = (error: object, works?: string) => {
  const call = (name: string) => async () =>
    name === works ? { data: { session: {} }, error: null } : { data: {}, error };
  return {
    auth: new Proxy({}, { get: (_auth, name) => call(String(name)) }),
    rpc: async () => ({ data: false, error: null }),
  } as unknown as Db;
};

const formOf = (values: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

const SITE = "https://www.example.org";
const LINK = "?token_hash=abc&type=recovery";
const PASSWORDS = formOf({ password: "sixsix", confirmPassword: "sixsix" });
const PERSON = formOf({
  accountType: "client",
  full_name: "Ada King",
  email: "ada@example.org",
  location: "Leeds",
  password: "correct horse",
  confirmPassword: "correct horse",
});

it.each([
  ["broken", BROKEN],
  ["out of the server's reach", UNREACHED],
])("blames nothing that was sent where the service is %s", async (_how, error) => {
  const db = failing(error);
  const confirmed = new URL(`${SITE}/confirm-email?token_hash=abc&type=signup`);
  for (const [posted, ...more] of [
    [await postSignUp(db, PERSON, SITE), "Please type your password again."],
    [await postResetRequest(db, formOf({ email: "ada@example.org" }), SITE)],
    [await postNewPassword(db, PASSWORDS, LINK)],
    [await postConfirmation(db, new FormData(), confirmed)],
  ] as const)
    expect(posted.messages).toEqual([OUR_FAULT, ...more]);
  expect(
    await postConfirmation(db, formOf({ email: "ada@example.org" }), new URL(SITE)),
  ).toMatchObject({ title: "Server issue", messages: ["Please try again later."] });
});

it("says that the link is gone where it was used before the service broke", async () => {
  expect((await postNewPassword(failing(BROKEN, "verifyOtp"), PASSWORDS, LINK)).messages).toEqual([
    OUR_SIDE,
    "Please request another link.",
  ]);
});
