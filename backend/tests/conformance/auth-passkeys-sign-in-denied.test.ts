import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { COPIED, PRESENT, VERIFIED } from "./auth-authenticator.ts";
import {
  NO_CHALLENGE,
  NOT_VERIFIED,
  newKey,
  ORIGIN,
  passkeyBackend,
  signIn,
} from "./auth-passkey-people.ts";
import { refused } from "./auth-people.ts";

const backend = passkeyBackend();

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
    const { passkey } = backend.auth();
    const started = await Promise.all([1, 2, 3, 4].map(() => passkey.startAuthentication()));
    const responses = await Promise.all(
      started.map(({ data }, place) =>
        passkey.verifyAuthentication({
          challengeId: data?.challenge_id ?? "",
          credential: key.get(data?.options.challenge ?? "", {
            handle,
            steps: place === 0 ? 1 : 0,
          }) as never,
        }),
      ),
    );
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("with a challenge that was used, that is over, or that is for a registration", async () => {
    const { client, key, handle } = await backend.withPasskey();
    const { passkey } = backend.auth();
    const signIn = (id: string | undefined, text: string | undefined) =>
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
    const crossed = await signIn(registering?.challenge_id, registering?.options.challenge);
    expect(crossed.error).toMatchObject(NO_CHALLENGE);
    const { data: late } = await passkey.startAuthentication();
    backend.clock.advance(301);
    await refused(
      signIn(late?.challenge_id, late?.options.challenge),
      "webauthn_challenge_expired",
      400,
    );
  });

  it("to accounts that are banned, unconfirmed or deleted, and leaves no session and no counter", async () => {
    const { user, use } = await backend.withPasskey();
    const set = (change: string) =>
      backend.db.query(`update auth.users set ${change} where id = $1`, [user.id]);
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
    expect(
      await backend.db.query("select from auth.webauthn_credentials where user_id = $1", [user.id]),
    ).toEqual([]);
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
