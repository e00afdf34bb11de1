import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "#tests/backend.ts";
import { COPIED, PRESENT, VERIFIED } from "./auth-authenticator.ts";
import { newKey, ORIGIN, register, signIn, withPasskey } from "./auth-passkey-people.ts";
import { operatorOf, PASSWORD, personAt, raw, signedUp, startAuth } from "./auth-people.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startAuth((auth) => {
    auth.enableAnonymousSignIns = true;
    auth.passkey = { enabled: true, maxPasskeysPerUser: 2 };
    auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
  });
});
afterAll(() => backend?.close());

const WRONG = { status: 400, code: "webauthn_verification_failed" };
const NOT_FOUND = { status: 400, code: "webauthn_challenge_not_found" };
const UNKNOWN = { status: 404, code: "validation_failed", message: "Passkey not found" };

describe("a registration is refused", () => {
  it("for another site, another origin, another challenge, and without a proof of who is there", async () => {
    const { client } = await signedUp(backend);
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
    for (const answer of wrong) {
      expect((await register(client, answer)).error).toMatchObject(WRONG);
    }
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await register(client, (challenge) => key.create(challenge))).error).toBeNull();
  });

  it("with a challenge that was used, that is over, that is another's or that is for signing in", async () => {
    const { client } = await signedUp(backend);
    const other = await signedUp(backend);
    const begin = async (by = client) => {
      const { data, error } = await by.auth.passkey.startRegistration();
      if (error) throw error;
      return { id: data.challenge_id, text: data.options.challenge };
    };
    const answer = ({ id, text }: { id: string; text: string }, key = newKey()) =>
      client.auth.passkey.verifyRegistration({
        challengeId: id,
        credential: key.create(text) as never,
      });
    const first = await begin();
    expect((await answer({ ...first, text: "AAAA" })).error).toMatchObject(WRONG);
    // Also a wrong answer uses it up.
    expect((await answer(first)).error).toMatchObject(NOT_FOUND);

    const second = await begin();
    expect((await answer(second)).error).toBeNull();
    expect((await answer(second)).error).toMatchObject(NOT_FOUND);

    const theirs = await begin(other.client);
    expect((await answer(theirs)).error).toMatchObject(NOT_FOUND);
    const signingIn = await personAt(backend).auth.passkey.startAuthentication();
    const { challenge_id: id = "", options } = signingIn.data ?? {};
    expect((await answer({ id, text: options?.challenge ?? "" })).error).toMatchObject(NOT_FOUND);

    const late = await begin();
    backend.clock.advance(301);
    expect((await answer(late)).error).toMatchObject({
      status: 400,
      code: "webauthn_challenge_expired",
    });
  });

  it("of one passkey too many, also when both come at once, and of one that somebody has", async () => {
    const owner = await withPasskey(backend);
    const { client } = await signedUp(backend);
    const again = await register(client, (challenge) => owner.key.create(challenge));
    expect(again.error).toMatchObject({ status: 422, code: "webauthn_credential_exists" });

    const { passkey } = client.auth;
    const begun = await Promise.all([1, 2, 3].map(() => passkey.startRegistration()));
    const answers = await Promise.all(
      begun.map(({ data }) =>
        passkey.verifyRegistration({
          challengeId: data?.challenge_id ?? "",
          credential: newKey().create(data?.options.challenge ?? "") as never,
        }),
      ),
    );
    const many = { status: 422, code: "too_many_passkeys" };
    const refused = answers.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error).toMatchObject(many);
    expect((await passkey.startRegistration()).error).toMatchObject(many);
  });

  it("without a session, to guests, and to people whom another place signs in", async () => {
    const none = await raw(backend, "POST", "/passkeys/registration/options", { body: {} });
    expect([none.status, none.body.error_code]).toEqual([401, "no_authorization"]);
    const guest = personAt(backend);
    await guest.auth.signInAnonymously();
    expect((await guest.auth.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: "no_authorization",
    });
    const { client, user } = await signedUp(backend);
    await backend.db.query("update auth.users set is_sso_user = true where id = $1", [user.id]);
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: "validation_failed",
    });
  });

  it("below aal2 where the account has a second factor, at both steps, and so is taking one away", async () => {
    const { client, user, passkey, use } = await withPasskey(backend);
    const begun = await client.auth.passkey.startRegistration();
    // As if it had been finished elsewhere.
    await backend.db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'app', 'totp', 'verified', now(), now())`,
      [user.id],
    );
    const low = { status: 403, code: "insufficient_aal" };
    const { passkey: own } = client.auth;
    expect((await own.startRegistration()).error).toMatchObject(low);
    const credential = newKey().create(begun.data?.options.challenge ?? "") as never;
    const challengeId = begun.data?.challenge_id ?? "";
    expect((await own.verifyRegistration({ challengeId, credential })).error).toMatchObject(low);
    expect((await own.delete({ passkeyId: passkey.id })).error).toMatchObject(low);
    // The passkey itself is no second factor, as on the platform: the session owes that step.
    const fresh = personAt(backend);
    expect((await use({}, fresh)).error).toBeNull();
    const level = await fresh.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await fresh.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(low);
  });
});

describe("a sign-in is refused", () => {
  it("for whatever is wrong with the answer, always in the same words", async () => {
    const { key, handle, use, user } = await withPasskey(backend);
    const other = await withPasskey(backend);
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
      await signIn(personAt(backend), () => key.get("AAAA", { handle })),
      await signIn(personAt(backend), (challenge) => unknown.get(challenge, { handle })),
      await signIn(personAt(backend), (challenge) => unknown.get(challenge)),
      await signIn(personAt(backend), (challenge) => key.create(challenge)),
    ];
    const told = { ...WRONG, message: "Credential verification failed" };
    for (const { data, error } of refusals) {
      expect(error).toMatchObject(told);
      expect(data).toBeNull();
    }
    expect((await use()).error).toBeNull();
  });

  it("when the count of the authenticator does not go on: it was copied", async () => {
    const { use } = await withPasskey(backend);
    expect((await use({ steps: 5 })).error).toBeNull();
    expect((await use({ steps: 0 })).error).toMatchObject(WRONG);
    expect((await use({ steps: -3 })).error).toMatchObject(WRONG);
    expect((await use({ steps: 4 })).error).toBeNull();
  });

  it("when two answers have the same count, at the same moment", async () => {
    const { key, handle } = await withPasskey(backend);
    const { passkey } = personAt(backend).auth;
    const begun = await Promise.all([1, 2, 3, 4].map(() => passkey.startAuthentication()));
    const answers = await Promise.all(
      begun.map(({ data }, place) =>
        passkey.verifyAuthentication({
          challengeId: data?.challenge_id ?? "",
          credential: key.get(data?.options.challenge ?? "", {
            handle,
            steps: place === 0 ? 1 : 0,
          }) as never,
        }),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("with a challenge that was used, that is over, or that is for a registration", async () => {
    const { client, key, handle } = await withPasskey(backend);
    const { passkey } = personAt(backend).auth;
    const answer = (id: string | undefined, text: string | undefined) =>
      passkey.verifyAuthentication({
        challengeId: id ?? "",
        credential: key.get(text ?? "", { handle }) as never,
      });
    const { data: first } = await passkey.startAuthentication();
    const replay = key.get(first?.options.challenge ?? "", { handle }) as never;
    const challengeId = first?.challenge_id ?? "";
    const twice = [1, 2].map(() =>
      passkey.verifyAuthentication({ challengeId, credential: replay }),
    );
    const codes = (await Promise.all(twice)).map(({ error }) => error?.code);
    expect(codes.toSorted()).toEqual(["webauthn_challenge_not_found", undefined]);

    const { data: registering } = await client.auth.passkey.startRegistration();
    const crossed = await answer(registering?.challenge_id, registering?.options.challenge);
    expect(crossed.error).toMatchObject(NOT_FOUND);
    const { data: late } = await passkey.startAuthentication();
    backend.clock.advance(301);
    const expired = await answer(late?.challenge_id, late?.options.challenge);
    expect(expired.error).toMatchObject({ status: 400, code: "webauthn_challenge_expired" });
  });

  it("to accounts that are banned, not confirmed or gone, and leaves no session and no count", async () => {
    const { user, use } = await withPasskey(backend);
    const set = (change: string) =>
      backend.db.query(`update auth.users set ${change} where id = $1`, [user.id]);
    await backend.db.query("delete from auth.sessions where user_id = $1", [user.id]);
    await set("banned_until = now() + interval '1 year'");
    expect((await use()).error).toMatchObject({ status: 403, code: "user_banned" });
    await set("banned_until = null, email_confirmed_at = null");
    expect((await use()).error).toMatchObject({ status: 403, code: "email_not_confirmed" });
    await set("email_confirmed_at = now(), phone = '447700900123'");
    expect((await use()).error).toMatchObject({ status: 403, code: "phone_not_confirmed" });
    // Others, who cannot answer for the account, are not told what is wrong with it.
    const thief = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect((await use({ by: thief })).error).toMatchObject(WRONG);
    await set("phone = null, deleted_at = now()");
    expect((await use()).error).toMatchObject(WRONG);
    const left = await backend.db.query(
      `select sign_count::int as count, last_used_at,
              (select count(*)::int from auth.sessions s where s.user_id = c.user_id) as sessions
         from auth.webauthn_credentials c where user_id = $1`,
      [user.id],
    );
    expect(left).toEqual([{ count: 1, last_used_at: null, sessions: 0 }]);
    await set("deleted_at = null");
    await operatorOf(backend).auth.admin.deleteUser(user.id, true);
    expect(
      await backend.db.query("select from auth.webauthn_credentials where user_id = $1", [user.id]),
    ).toEqual([]);
    expect((await use()).error).toMatchObject(WRONG);
  });

  it("after too many steps from one place, and not from another", async () => {
    const steps = 2 * backend.kernel.project.config.auth.rateLimit.signInSignUps;
    const ip = "10.88.0.1";
    const ask = (from: string) =>
      raw(backend, "POST", "/passkeys/authentication/options", { body: {}, ip: from });
    for (let step = 0; step < steps; step += 1) expect((await ask(ip)).status).toBe(200);
    const over = await ask(ip);
    expect([over.status, over.body.error_code]).toEqual([429, "over_request_rate_limit"]);
    const verify = await raw(backend, "POST", "/passkeys/authentication/verify", { body: {}, ip });
    expect(verify.status).toBe(429);
    expect((await ask("10.88.1.1")).status).toBe(200);
  });
});

it("keeps people off each other's passkeys, under whatever name they ask", async () => {
  const { passkey, use } = await withPasskey(backend);
  const { client } = await signedUp(backend);
  const { passkey: theirs } = client.auth;
  expect((await theirs.list()).data).toEqual([]);
  for (const passkeyId of [passkey.id, crypto.randomUUID(), "x", "%00", "1 or true"]) {
    const renamed = await theirs.update({ passkeyId, friendlyName: "mine" });
    expect(renamed.error).toMatchObject(UNKNOWN);
    expect((await theirs.delete({ passkeyId })).error).toMatchObject(UNKNOWN);
  }
  expect((await use()).error).toBeNull();
  const open = await raw(backend, "GET", "/passkeys");
  expect(open.status).toBe(401);
  const { status } = await raw(backend, "GET", `/admin/users/${crypto.randomUUID()}/passkeys`, {
    token: (await client.auth.getSession()).data.session?.access_token,
  });
  expect(status).toBe(403);
});

it("keeps the tables out of reach of the data interface, also for the service key", async () => {
  for (const key of [backend.keys.anon, backend.keys.serviceRole]) {
    for (const table of ["webauthn_credentials", "webauthn_challenges"]) {
      const { status } = await backend.ask(`/rest/v1/${table}`, {
        headers: { apikey: key, "accept-profile": "auth" },
      });
      expect(status).toBe(406);
    }
  }
});

it("refuses what is no answer at all", async () => {
  const { session } = await signedUp(backend);
  const ask = async (path: string, body: unknown) => {
    const answer = await raw(backend, "POST", `/passkeys/${path}/verify`, {
      token: session.access_token,
      body,
      ip: "10.77.0.1",
    });
    return [answer.status, answer.body.error_code];
  };
  const challenge_id = crypto.randomUUID();
  const credential = newKey().get("AAAA").toJSON();
  for (const path of ["registration", "authentication"]) {
    expect(await ask(path, "{")).toEqual([400, "bad_json"]);
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
      expect(await ask(path, body)).toEqual([400, "validation_failed"]);
    }
    expect(await ask(path, { challenge_id, credential })).toEqual([
      400,
      "webauthn_challenge_not_found",
    ]);
  }
  const hostile = ["", "!", "A".repeat(2048)];
  for (const id of hostile) {
    const begun = await personAt(backend).auth.passkey.startAuthentication();
    const answer = {
      ...credential,
      id,
      rawId: id,
      response: { clientDataJSON: "{", userHandle: 7 },
    };
    expect(
      await ask("authentication", { challenge_id: begun.data?.challenge_id, credential: answer }),
    ).toEqual([400, "webauthn_verification_failed"]);
  }
});

describe("where the current password is asked for before keys change", () => {
  it("wants a sign-in of the last ten minutes, so that a borrowed session cannot keep the account", async () => {
    const careful = await startAuth((auth) => {
      auth.passkey = { enabled: true, maxPasskeysPerUser: 2 };
      auth.requireCurrentPassword = true;
    });
    try {
      const { client, email, passkey, use } = await withPasskey(careful);
      careful.clock.advance(599);
      expect((await client.auth.passkey.startRegistration()).error).toBeNull();
      careful.clock.advance(2);
      const stale = { status: 400, code: "reauthentication_needed" };
      expect((await client.auth.passkey.startRegistration()).error).toMatchObject(stale);
      expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(
        stale,
      );
      // New tokens are no proof of anybody.
      await client.auth.refreshSession();
      expect((await client.auth.passkey.startRegistration()).error).toMatchObject(stale);
      await client.auth.signInWithPassword({ email, password: PASSWORD });
      expect((await client.auth.passkey.startRegistration()).error).toBeNull();
      // A passkey proves it as well.
      careful.clock.advance(601);
      const fresh = personAt(careful);
      expect((await use({}, fresh)).error).toBeNull();
      expect((await fresh.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    } finally {
      await careful.close();
    }
  });
});
