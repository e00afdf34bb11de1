import { describe, expect, it } from "vitest";
import { newKey, passkeyBackend, withPasskeys } from "./auth-passkey-people.ts";
import { PASSWORD, startAuth } from "./auth-people.ts";

const backend = passkeyBackend();

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
  const open = await backend.raw("GET", "/passkeys");
  expect(open.status).toBe(401);
  const { status } = await backend.raw("GET", `/admin/users/${crypto.randomUUID()}/passkeys`, {
    token: (await client.auth.getSession()).data.session?.access_token,
  });
  expect(status).toBe(403);
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
  const call = async (path: string, body: unknown) => {
    return backend.outcome("POST", `/passkeys/${path}/verify`, {
      token: session.access_token,
      body,
      ip: "10.77.0.1",
    });
  };
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
    expect(await call(path, { challenge_id, credential })).toEqual([
      400,
      "webauthn_challenge_not_found",
    ]);
  }
  const hostile = ["", "!", "A".repeat(2048)];
  for (const id of hostile) {
    const started = await backend.auth().passkey.startAuthentication();
    const signed = {
      ...credential,
      id,
      rawId: id,
      response: { clientDataJSON: "{", userHandle: 7 },
    };
    expect(
      await call("authentication", {
        challenge_id: started.data?.challenge_id,
        credential: signed,
      }),
    ).toEqual([400, "webauthn_verification_failed"]);
  }
});

describe("where the current password is required before keys change", () => {
  it("needs a sign-in of the last five minutes, so that a borrowed session cannot take over the account", async () => {
    const careful = withPasskeys(
      await startAuth((auth) => {
        auth.passkey = { enabled: true, maxPasskeysPerUser: 2 };
        auth.requireCurrentPassword = true;
      }),
    );
    try {
      const { client, email, passkey, use } = await careful.withPasskey();
      careful.clock.advance(299);
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
      careful.clock.advance(301);
      const fresh = careful.client();
      expect((await use({}, fresh)).error).toBeNull();
      expect((await fresh.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull();
    } finally {
      await careful.close();
    }
  });
});
