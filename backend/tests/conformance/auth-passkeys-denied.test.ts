import { generateKeyPairSync } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { COPIED, PRESENT, VERIFIED } from "./auth-authenticator.ts";
import {
  NO_CHALLENGE,
  NOT_VERIFIED,
  newKey,
  ORIGIN,
  passkeyBackend,
  register,
  signIn,
} from "./auth-passkey-people.ts";
import { dataOf, refused } from "./auth-people.ts";

const backend = passkeyBackend();

type Challenge = { id: string; text: string };
type Key = ReturnType<typeof newKey>;

const challengeOf = (data: {
  challenge_id: string;
  options: { challenge: string };
}): Challenge => ({
  id: data.challenge_id,
  text: data.options.challenge,
});
const registering = async (client: SupabaseClient) =>
  challengeOf(await dataOf(client.auth.passkey.startRegistration()));
const entering = async () =>
  challengeOf(await dataOf(backend.auth().passkey.startAuthentication()));
/** Responds with a new credential. */
const finish = (client: SupabaseClient, { id, text }: Challenge) =>
  client.auth.passkey.verifyRegistration({
    challengeId: id,
    credential: newKey().create(text) as never,
  });
const enter = ({ id, text }: Challenge, key: Pick<Key, "get">, how?: Parameters<Key["get"]>[1]) =>
  backend.auth().passkey.verifyAuthentication({
    challengeId: id,
    credential: key.get(text, how) as never,
  });

const UNKNOWN = { status: 404, code: "validation_failed", message: "Passkey not found" };

it("prevents people from using each other's passkeys, by any id", async () => {
  const { passkey, use } = await backend.withPasskey();
  const { client } = await backend.signedUp();
  const { passkey: theirs } = client.auth;
  expect((await theirs.list()).data).toEqual([]);
  for (const passkeyId of [passkey.id, crypto.randomUUID(), "x", "%00", "1 or true"]) {
    const renamed = await theirs.update({ passkeyId, friendlyName: "mine" });
    expect(renamed.error).toMatchObject(UNKNOWN);
    expect((await theirs.delete({ passkeyId })).error).toMatchObject(UNKNOWN);
  }
  expect((await use()).error).toBeNull();
  expect((await backend.raw("GET", "/passkeys")).status).toBe(401);
  const token = (await client.auth.getSession()).data.session?.access_token;
  const path = `/admin/users/${crypto.randomUUID()}/passkeys`;
  expect((await backend.raw("GET", path, { token })).status).toBe(403);
});

it("hides the tables from the data API, also for the service key", async () => {
  for (const key of [backend.keys.anon, backend.keys.serviceRole]) {
    for (const table of ["webauthn_credentials", "webauthn_challenges"]) {
      const { status } = await backend.request(`/rest/v1/${table}`, {
        headers: { apikey: key, "accept-profile": "auth" },
      });
      expect(status).toBe(406);
    }
  }
});

it("refuses what is not a response at all", async () => {
  const { session } = await backend.signedUp();
  const call = (path: string, body: unknown) =>
    backend.outcome("POST", `/passkeys/${path}/verify`, {
      token: session.access_token,
      body,
      ip: "10.77.0.1",
    });
  const challenge_id = crypto.randomUUID();
  const credential = newKey().get("AAAA").toJSON();
  for (const path of ["registration", "authentication"]) {
    expect(await call(path, "{")).toEqual([400, "bad_json"]);
    for (const body of [
      {},
      { challenge_id },
      { credential },
      { challenge_id: "x", credential },
      { challenge_id, credential: null },
      { challenge_id, credential: { id: 1 } },
      { challenge_id, credential: { ...credential, type: "password" } },
      { challenge_id: { $ne: "" }, credential },
    ]) {
      expect(await call(path, body)).toEqual([400, "validation_failed"]);
    }
    const unknown = await call(path, { challenge_id, credential });
    expect(unknown).toEqual([400, "webauthn_challenge_not_found"]);
  }
  for (const id of ["", "!", "A".repeat(2048)]) {
    const { data } = await backend.auth().passkey.startAuthentication();
    const response = { clientDataJSON: "{", userHandle: 7 };
    const hostile = { ...credential, id, rawId: id, response };
    const body = { challenge_id: data?.challenge_id, credential: hostile };
    expect(await call("authentication", body)).toEqual([400, "webauthn_verification_failed"]);
  }
});

describe("a registration is refused", () => {
  it("for another site, another origin, another challenge, and without user verification", async () => {
    const { client } = await backend.signedUp();
    const key = newKey();
    const wrong = [
      (challenge: string) => key.create(challenge, "https://evil.example"),
      (challenge: string) => key.create(challenge, "http://site.example"),
      (challenge: string) => key.create(challenge, ORIGIN, { party: "evil.example" }),
      (challenge: string) => key.create(challenge, ORIGIN, { flags: PRESENT }),
      (challenge: string) => key.create(challenge, ORIGIN, { flags: VERIFIED }),
      () => key.create(Buffer.alloc(32).toString("base64url")),
      (challenge: string) => key.get(challenge),
    ];
    for (const credential of wrong) {
      expect((await register(client, credential)).error).toMatchObject(NOT_VERIFIED);
    }
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await register(client, (challenge) => key.create(challenge))).error).toBeNull();
  });

  it("with a challenge that was used, that is over, that is another's or that is for signing in", async () => {
    const { client } = await backend.signedUp();
    const other = await backend.signedUp();
    const verify = (challenge: Challenge) => finish(client, challenge);
    const first = await registering(client);
    expect((await verify({ ...first, text: "AAAA" })).error).toMatchObject(NOT_VERIFIED);
    // A wrong response uses it up too.
    expect((await verify(first)).error).toMatchObject(NO_CHALLENGE);

    const second = await registering(client);
    expect((await verify(second)).error).toBeNull();
    for (const foreign of [second, await registering(other.client), await entering()])
      expect((await verify(foreign)).error).toMatchObject(NO_CHALLENGE);

    const late = await registering(client);
    backend.clock.advance(301);
    await refused(verify(late), "webauthn_challenge_expired", 400);
  });

  it("of one passkey too many, also when both arrive at once, and of one that is already registered", async () => {
    const owner = await backend.withPasskey();
    const { client } = await backend.signedUp();
    const taken = register(client, (challenge) => owner.key.create(challenge));
    await refused(taken, "webauthn_credential_exists", 422);

    const started = await Promise.all([1, 2, 3].map(() => registering(client)));
    const responses = await Promise.all(started.map((challenge) => finish(client, challenge)));
    const many = { status: 422, code: "too_many_passkeys" };
    const denied = responses.filter(({ error }) => error !== null);
    expect(denied).toMatchObject([{ error: many }]);
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(many);
  });

  it("without a session, to guests, and to people whom another provider signs in", async () => {
    const options = "/passkeys/registration/options";
    await backend.refuses(401, "no_authorization", "POST", options, { body: {} });
    const guest = backend.client();
    await guest.auth.signInAnonymously();
    await refused(guest.auth.passkey.startRegistration(), "no_authorization", 403);
    const { client, user } = await backend.signedUp();
    await backend.setAccount(user.id, "is_sso_user = true");
    await refused(client.auth.passkey.startRegistration(), "validation_failed", 422);
  });

  it("below aal2 where the account has a second factor, at both steps, and so is removing one", async () => {
    const { client, user, passkey, use } = await backend.withPasskey();
    const started = await registering(client);
    // As if it had been finished elsewhere.
    await backend.db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'app', 'totp', 'verified', now(), now())`,
      [user.id],
    );
    const low = { status: 403, code: "insufficient_aal" };
    const { passkey: own } = client.auth;
    expect((await own.startRegistration()).error).toMatchObject(low);
    expect((await finish(client, started)).error).toMatchObject(low);
    expect((await own.delete({ passkeyId: passkey.id })).error).toMatchObject(low);
    // The passkey itself is no second factor, as on the platform: the session owes that step.
    const fresh = backend.client();
    expect((await use({}, fresh)).error).toBeNull();
    const level = await fresh.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await fresh.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(low);
  });
});

describe("a sign-in is refused", () => {
  it("for anything wrong in the response, always with the same message", async () => {
    const { key, handle, use, user } = await backend.withPasskey();
    const other = await backend.withPasskey();
    const thief = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const unknown = newKey();
    const refusals = [
      await use({ by: thief }),
      await use({ from: "https://evil.example" }),
      await use({ from: `${ORIGIN}:8443` }),
      await use({ party: "evil.example" }),
      await use({ flags: PRESENT }),
      await use({ flags: VERIFIED }),
      await use({ flags: PRESENT | VERIFIED | COPIED }),
      await use({ handle: "" }),
      await use({ handle: other.handle }),
      await use({ handle: Buffer.from(user.email ?? "").toString("base64url") }),
      await signIn(backend.client(), () => key.get("AAAA", { handle })),
      await signIn(backend.client(), (challenge) => unknown.get(challenge, { handle })),
      await signIn(backend.client(), (challenge) => unknown.get(challenge)),
      await signIn(backend.client(), (challenge) => key.create(challenge)),
    ];
    const refusal = { ...NOT_VERIFIED, message: "Credential verification failed" };
    for (const { data, error } of refusals) {
      expect(error).toMatchObject(refusal);
      expect(data).toBeNull();
    }
    expect((await use()).error).toBeNull();
  });

  it("when the authenticator's counter does not increase: it was copied", async () => {
    const { use } = await backend.withPasskey();
    expect((await use({ steps: 5 })).error).toBeNull();
    expect((await use({ steps: 0 })).error).toMatchObject(NOT_VERIFIED);
    expect((await use({ steps: -3 })).error).toMatchObject(NOT_VERIFIED);
    expect((await use({ steps: 4 })).error).toBeNull();
  });

  it("when two responses have the same counter, at the same moment", async () => {
    const { key, handle } = await backend.withPasskey();
    const started = await Promise.all([1, 2, 3, 4].map(() => entering()));
    const responses = await Promise.all(
      started.map((challenge, place) =>
        enter(challenge, key, { handle, steps: place === 0 ? 1 : 0 }),
      ),
    );
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("with a challenge that was used, that is over, or that is for a registration", async () => {
    const { client, key, handle } = await backend.withPasskey();
    const { id, text } = await entering();
    const replay = key.get(text, { handle });
    const twice = [1, 2].map(() => enter({ id, text }, { get: () => replay }));
    const codes = (await Promise.all(twice)).map(({ error }) => error?.code);
    expect(codes.toSorted()).toEqual(["webauthn_challenge_not_found", undefined]);

    const crossed = await enter(await registering(client), key, { handle });
    expect(crossed.error).toMatchObject(NO_CHALLENGE);
    const late = await entering();
    backend.clock.advance(301);
    await refused(enter(late, key, { handle }), "webauthn_challenge_expired", 400);
  });

  it("to accounts that are banned, unconfirmed or deleted, and leaves no session and no counter", async () => {
    const { user, use } = await backend.withPasskey();
    const set = (change: string) => backend.setAccount(user.id, change);
    await backend.db.query("delete from auth.sessions where user_id = $1", [user.id]);
    await set("banned_until = now() + interval '1 year'");
    await refused(use(), "user_banned", 403);
    await set("banned_until = null, email_confirmed_at = null");
    await refused(use(), "email_not_confirmed", 403);
    await set("email_confirmed_at = now(), phone = '447700900123'");
    await refused(use(), "phone_not_confirmed", 403);
    // Others, who cannot prove the account is theirs, do not learn what is wrong with it.
    const thief = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect((await use({ by: thief })).error).toMatchObject(NOT_VERIFIED);
    await set("phone = null, deleted_at = now()");
    expect((await use()).error).toMatchObject(NOT_VERIFIED);
    const left = await backend.db.query(
      `select sign_count::int as count, last_used_at,
              (select count(*)::int from auth.sessions s where s.user_id = c.user_id) as sessions
         from auth.webauthn_credentials c where user_id = $1`,
      [user.id],
    );
    expect(left).toEqual([{ count: 1, last_used_at: null, sessions: 0 }]);
    await set("deleted_at = null");
    await backend.admin().deleteUser(user.id, true);
    const rest = "select from auth.webauthn_credentials where user_id = $1";
    expect(await backend.db.query(rest, [user.id])).toEqual([]);
    expect((await use()).error).toMatchObject(NOT_VERIFIED);
  });

  it("after too many steps from one place, and not from another", async () => {
    const steps = 2 * backend.core.project.config.auth.rateLimit.signInSignUps;
    const ip = "10.88.0.1";
    const start = (from: string) =>
      backend.raw("POST", "/passkeys/authentication/options", { body: {}, ip: from });
    for (let step = 0; step < steps; step += 1) expect((await start(ip)).status).toBe(200);
    const over = await start(ip);
    expect([over.status, over.body.error_code]).toEqual([429, "over_request_rate_limit"]);
    const verify = await backend.raw("POST", "/passkeys/authentication/verify", { body: {}, ip });
    expect(verify.status).toBe(429);
    expect((await start("10.88.1.1")).status).toBe(200);
  });
});
