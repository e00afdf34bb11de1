import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { enrol, verifyBy } from "./auth-mfa-people.ts";
import { withPasskeys } from "./auth-passkey-people.ts";
import {
  accepted,
  authBackend,
  dataOf,
  newEmail,
  otherThan,
  PASSWORD,
  refused,
  tokenOf,
} from "./auth-people.ts";

/** What a session gets without the password where `[auth] require_current_password` is set. */
const backend = authBackend((auth) => {
  auth.requireCurrentPassword = true;
  auth.enableManualLinking = true;
  auth.email.doubleConfirmChanges = false;
  auth.passkey = { enabled: true, maxPasskeysPerUser: 5 };
  auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
  auth.external.github = { enabled: true, clientId: "id", secret: "secret" };
});

const STALE = { status: 400, code: "reauthentication_needed" };

/** Somebody whose sign-in was six minutes ago. */
const stale = async () => {
  const person = await backend.signedUp();
  backend.clock.advance(360);
  await person.client.auth.refreshSession();
  return person;
};

/** The session that the link of a recovery mail opens. */
const recovering = async (email: string) => {
  const client = backend.client();
  const { data } = await backend.admin().generateLink({ type: "recovery", email });
  const token_hash = data.properties?.hashed_token ?? "";
  await dataOf(client.auth.verifyOtp({ type: "recovery", token_hash }));
  return client;
};

describe("a borrowed session", () => {
  it("adds no second factor, passkey or identity", async () => {
    const { client } = await stale();
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(STALE);
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(STALE);
    const link = { provider: "github", options: { skipBrowserRedirect: true } } as const;
    expect((await client.auth.linkIdentity(link)).error).toMatchObject(STALE);
  });

  it("of a sign-in more than five minutes ago changes no passkey, until its owner proves it again", async () => {
    const { client, email, passkey, use } = await withPasskeys(backend).withPasskey();
    const { passkey: own } = client.auth;
    backend.clock.advance(299);
    await accepted(own.startRegistration());
    backend.clock.advance(2);
    expect((await own.startRegistration()).error).toMatchObject(STALE);
    expect((await own.delete({ passkeyId: passkey.id })).error).toMatchObject(STALE);
    // New tokens are no proof of anybody.
    await client.auth.refreshSession();
    expect((await own.startRegistration()).error).toMatchObject(STALE);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await accepted(own.startRegistration());
    // A passkey proves it as well.
    backend.clock.advance(301);
    const fresh = backend.client();
    await accepted(use({}, fresh));
    await accepted(fresh.auth.passkey.delete({ passkeyId: passkey.id }));
  });
  it("completes its owner's request only for a limited time", async () => {
    const { client } = await backend.signedUp();
    const factor = await enrol(client);
    backend.clock.advance(901);
    expect((await verifyBy(backend, client, factor)).error).toMatchObject(STALE);
  });

  it("at aal2 creates no recovery codes and removes no factor", async () => {
    const { client } = await backend.signedUp();
    const factor = await enrol(client);
    await verifyBy(backend, client, factor);
    const codes = async (method: string, path = "") => {
      const options = { token: await tokenOf(client), body: {}, ip: "10.200.2.1" };
      return backend.outcome(method, `/factors/recovery-codes${path}`, options);
    };
    expect(await codes("POST")).toEqual([200, undefined]);
    backend.clock.advance(360);
    const refused = [400, "reauthentication_needed"];
    expect(await codes("POST", "/regenerate")).toEqual(refused);
    expect(await codes("DELETE")).toEqual(refused);
    const { error } = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(error).toMatchObject(STALE);
    // A code of the app is a proof.
    await verifyBy(backend, client, factor);
    expect(await codes("POST", "/regenerate")).toEqual([200, undefined]);
  });

  it("of an account without a password sets none, and changes no address", async () => {
    const { client, user, email } = await stale();
    await backend.setAccount(user.id, "encrypted_password = ''");
    expect((await client.auth.updateUser({ password: "thief's own" })).error).toMatchObject(STALE);
    expect((await client.auth.updateUser({ email: newEmail("thief") })).error).toMatchObject(STALE);
    // Its owner reauthenticates by mail.
    await client.auth.reauthenticate();
    const nonce = backend.codeTo(email);
    expect((await client.auth.updateUser({ nonce })).error).toBeNull();
    expect((await client.auth.updateUser({ password: "owner's own" })).error).toBeNull();
  });
});

describe("the owner", () => {
  it("shows the password in place, and continues in the same session", async () => {
    const { client, session } = await stale();
    await refused(client.auth.updateUser({ current_password: "a guess" }), "invalid_credentials");
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(STALE);
    expect((await client.auth.updateUser({ current_password: PASSWORD })).error).toBeNull();
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toBeNull();
    expect((await client.auth.passkey.startRegistration()).error).toBeNull();
    const { data } = await client.auth.refreshSession();
    const sessionOf = (token = "") => decodeJwt(token).session_id;
    expect(sessionOf(data.session?.access_token)).toBe(sessionOf(session.access_token));
  });

  it("shows the code of a mail in place, which works once", async () => {
    const { client, email } = await stale();
    await client.auth.reauthenticate();
    await backend.mailsArrived(email, 2);
    const nonce = backend.codeTo(email);
    const guess = otherThan(nonce);
    await refused(client.auth.updateUser({ nonce: guess }), "reauthentication_not_valid");
    expect((await client.auth.updateUser({ nonce })).error).toBeNull();
    expect((await client.auth.passkey.startRegistration()).error).toBeNull();
    expect((await client.auth.updateUser({ nonce })).error).not.toBeNull();
  });

  it("learns with a new password when a session was last unverified, and nothing it started continues", async () => {
    const { client, email, user } = await backend.signedUp();
    const signedInAt = backend.clock.now();
    const thief = backend.client();
    await thief.auth.setSession((await client.auth.getSession()).data.session as never);
    const factor = await enrol(thief, "thief's");
    const started = await thief.auth.passkey.startRegistration();
    backend.clock.advance(3600);
    const { client: other } = await backend.signedIn(email);
    const change = { password: "mine from now on", current_password: PASSWORD };
    const data = await dataOf(other.auth.updateUser(change));
    const { unproven_since } = data.user as unknown as { unproven_since: string };
    expect(Math.abs(Date.parse(unproven_since) - signedInAt)).toBeLessThan(60_000);
    const left = await backend.db.query(
      `select id from auth.mfa_factors where user_id = $1
       union all select id from auth.webauthn_challenges where user_id = $1`,
      [user.id],
    );
    expect(left).toEqual([]);
    expect(factor.id && started.data?.challenge_id).toBeTruthy();
  });
});

describe("the session of a recovery link", () => {
  it("chooses a password once, adds nothing before, and is an ordinary one afterwards", async () => {
    const { email } = await backend.signedUp();
    const client = await recovering(email);
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(STALE);
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(STALE);
    expect((await client.auth.updateUser({ email: newEmail() })).error).toMatchObject(STALE);
    expect((await client.auth.updateUser({ password: "remembered" })).error).toBeNull();
    expect((await client.auth.updateUser({ password: "once more" })).error).toMatchObject(STALE);
    backend.clock.advance(901);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it("chooses one of two passwords that are sent at once", async () => {
    const { email } = await backend.signedUp();
    const client = await recovering(email);
    const choose = (password: string) => client.auth.updateUser({ password });
    const responses = await Promise.all(["one of the two", "other of the two"].map(choose));
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("is over after a quarter of an hour", async () => {
    const { email } = await backend.signedUp();
    const client = await recovering(email);
    backend.clock.advance(901);
    expect((await client.auth.updateUser({ password: "too late now" })).error).not.toBeNull();
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });
});

it("leaves a thief with nothing once the owner has changed the password", async () => {
  const { client, email, user, session } = await stale();
  const tokens = (await client.auth.getSession()).data.session ?? session;
  const thief = backend.client();
  await thief.auth.setSession(tokens);
  // Every road that takes tokens alone; `raw` also goes where no client library does.
  const token = tokens.access_token;
  const roads: [string, string, object?][] = [
    ["POST", "/factors", { factor_type: "totp", friendly_name: "x" }],
    ["POST", "/factors", { factor_type: "phone", phone: "+447700900000" }],
    ["POST", "/factors", { factor_type: "webauthn" }],
    ["POST", "/factors/recovery-codes", {}],
    ["POST", "/factors/recovery-codes/regenerate", {}],
    ["POST", "/passkeys/registration/options", {}],
    ["GET", "/user/identities/authorize?provider=github"],
    ["PUT", "/user", { password: "the thief's own" }],
    ["PUT", "/user", { email: "thief@thieves.example" }],
    ["PUT", "/user", { phone: "+447700900001" }],
    ["PUT", "/user", { password: "the thief's own", nonce: "000000" }],
    ["PUT", "/user", { email: "thief@thieves.example", current_password: "a guess" }],
  ];
  for (const [method, path, body] of roads) {
    const response = await backend.raw(method, path, { body, token, ip: "10.200.1.1" });
    expect([path, response.status >= 400]).toEqual([path, true]);
  }
  const { client: owner } = await backend.signedIn(email);
  const change = { password: "mine from now on", current_password: PASSWORD };
  await accepted(owner.auth.updateUser(change));
  expect((await thief.auth.getUser(token)).error).not.toBeNull();
  expect((await thief.auth.refreshSession()).error).not.toBeNull();
  const [left] = await backend.db.query<{ ways: number }>(
    `select (select count(*) from auth.mfa_factors where user_id = $1)
          + (select count(*) from auth.webauthn_credentials where user_id = $1)
          + (select count(*) from auth.sessions where user_id = $1) - 1
          + (select count(*) from auth.flow_state where user_id = $1 or linking_target_id = $1)
          + (select count(*) from auth.one_time_tokens where user_id = $1) as ways`,
    [user.id],
  );
  expect(Number(left?.ways)).toBe(0);
});
