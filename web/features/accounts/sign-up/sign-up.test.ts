import { expect, it } from "vitest";
import type { Db } from "#web/session/database.ts";
import { metadataOf, signUp } from "./sign-up.ts";

const VALUES = {
  full_name: "Ada King Lovelace",
  email: "ada@example.co.uk",
  location: "Leeds",
  phone_number: "",
  business_name: "Engines",
  categories: ["IT"],
  password: "eight888",
  confirmPassword: "eight888",
};

/** The two calls of a sign-up, with given responses; it counts the sign-ins. */
const service = (responses: { signUp: unknown; signIn?: unknown }) => {
  const calls = { signIn: 0 };
  const db = {
    auth: {
      signUp: async () => responses.signUp,
      signInWithPassword: async () => {
        calls.signIn += 1;
        return responses.signIn;
      },
    },
  } as unknown as Db;
  return { calls, run: () => signUp(db, async () => db, VALUES, "client", "http://site.example") };
};

it("splits the name, leaves an empty phone out, and names a business for providers only", () => {
  expect(metadataOf(VALUES, "client")).toEqual({
    first_name: "Ada",
    last_name: "King Lovelace",
    location: "Leeds",
    account_type: "client",
    phone_number: null,
    categories: ["IT"],
  });
  expect(metadataOf(VALUES, "provider")).toMatchObject({ business_name: "Engines" });
});

const refused = { data: { user: null }, error: { message: "Error sending confirmation email" } };

it("distinguishes a new account from an address that has one already", async () => {
  const made = { data: { user: { identities: [{}] } }, error: null };
  expect(await service({ signUp: made }).run()).toEqual({
    kind: "created",
    emailSendFailed: false,
  });
  const known = { data: { user: { identities: [] } }, error: null };
  expect(await service({ signUp: known }).run()).toMatchObject({ kind: "already-registered" });
});

it("reports that the account exists without its mail only if it exists", async () => {
  const refusedWith = (code: string) => service({ signUp: refused, signIn: { error: { code } } });
  const existing = refusedWith("email_not_confirmed");
  expect(await existing.run()).toEqual({ kind: "created", emailSendFailed: true });
  expect(existing.calls.signIn).toBe(1);
  const removed = refusedWith("invalid_credentials");
  expect(await removed.run()).toMatchObject({ kind: "mail-not-sent" });
});

it("does not try to sign in after any other refusal", async () => {
  const error = { message: "rate limit", status: 429 };
  const limited = service({ signUp: { data: {}, error } });
  expect(await limited.run()).toMatchObject({ kind: "rate-limit" });
  expect(limited.calls.signIn).toBe(0);
});
