import { describe, expect, it } from "vitest";
import { PRESENT, VERIFIED } from "./auth-authenticator.ts";
import {
  NO_CHALLENGE,
  NOT_VERIFIED,
  newKey,
  ORIGIN,
  passkeyBackend,
  register,
} from "./auth-passkey-people.ts";
import { refused } from "./auth-people.ts";

const backend = passkeyBackend();

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
    const begin = async (by = client) => {
      const { data, error } = await by.auth.passkey.startRegistration();
      if (error) throw error;
      return { id: data.challenge_id, text: data.options.challenge };
    };
    const credential = ({ id, text }: { id: string; text: string }, key = newKey()) =>
      client.auth.passkey.verifyRegistration({
        challengeId: id,
        credential: key.create(text) as never,
      });
    const first = await begin();
    expect((await credential({ ...first, text: "AAAA" })).error).toMatchObject(NOT_VERIFIED);
    // A wrong response uses it up too.
    expect((await credential(first)).error).toMatchObject(NO_CHALLENGE);

    const second = await begin();
    expect((await credential(second)).error).toBeNull();
    expect((await credential(second)).error).toMatchObject(NO_CHALLENGE);

    const theirs = await begin(other.client);
    expect((await credential(theirs)).error).toMatchObject(NO_CHALLENGE);
    const signingIn = await backend.auth().passkey.startAuthentication();
    const { challenge_id: id = "", options } = signingIn.data ?? {};
    expect((await credential({ id, text: options?.challenge ?? "" })).error).toMatchObject(
      NO_CHALLENGE,
    );

    const late = await begin();
    backend.clock.advance(301);
    await refused(credential(late), "webauthn_challenge_expired", 400);
  });

  it("of one passkey too many, also when both arrive at once, and of one that is already registered", async () => {
    const owner = await backend.withPasskey();
    const { client } = await backend.signedUp();
    await refused(
      register(client, (challenge) => owner.key.create(challenge)),
      "webauthn_credential_exists",
      422,
    );

    const { passkey } = client.auth;
    const started = await Promise.all([1, 2, 3].map(() => passkey.startRegistration()));
    const responses = await Promise.all(
      started.map(({ data }) =>
        passkey.verifyRegistration({
          challengeId: data?.challenge_id ?? "",
          credential: newKey().create(data?.options.challenge ?? "") as never,
        }),
      ),
    );
    const many = { status: 422, code: "too_many_passkeys" };
    const denied = responses.filter(({ error }) => error !== null);
    expect(denied).toHaveLength(1);
    expect(denied[0]?.error).toMatchObject(many);
    expect((await passkey.startRegistration()).error).toMatchObject(many);
  });

  it("without a session, to guests, and to people whom another provider signs in", async () => {
    expect(await backend.outcome("POST", "/passkeys/registration/options", { body: {} })).toEqual([
      401,
      "no_authorization",
    ]);
    const guest = backend.client();
    await guest.auth.signInAnonymously();
    await refused(guest.auth.passkey.startRegistration(), "no_authorization", 403);
    const { client, user } = await backend.signedUp();
    await backend.db.query("update auth.users set is_sso_user = true where id = $1", [user.id]);
    await refused(client.auth.passkey.startRegistration(), "validation_failed", 422);
  });

  it("below aal2 where the account has a second factor, at both steps, and so is removing one", async () => {
    const { client, user, passkey, use } = await backend.withPasskey();
    const started = await client.auth.passkey.startRegistration();
    // As if it had been finished elsewhere.
    await backend.db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'app', 'totp', 'verified', now(), now())`,
      [user.id],
    );
    const low = { status: 403, code: "insufficient_aal" };
    const { passkey: own } = client.auth;
    expect((await own.startRegistration()).error).toMatchObject(low);
    const credential = newKey().create(started.data?.options.challenge ?? "") as never;
    const challengeId = started.data?.challenge_id ?? "";
    expect((await own.verifyRegistration({ challengeId, credential })).error).toMatchObject(low);
    expect((await own.delete({ passkeyId: passkey.id })).error).toMatchObject(low);
    // The passkey itself is no second factor, as on the platform: the session owes that step.
    const fresh = backend.client();
    expect((await use({}, fresh)).error).toBeNull();
    const level = await fresh.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await fresh.auth.passkey.delete({ passkeyId: passkey.id })).error).toMatchObject(low);
  });
});
