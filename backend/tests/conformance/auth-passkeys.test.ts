import { describe, expect, it } from "vitest";
import { asBrowser, newKey, passkeyBackend, RP_ID } from "./auth-passkey-people.ts";
import { accepted, claimsOf, dataOf, refused } from "./auth-people.ts";

const backend = passkeyBackend((auth) => {
  auth.passkey = { enabled: true, maxPasskeysPerUser: 3 };
  auth.webauthn.rpDisplayName = "The Site";
});

const written = async (userId: string) =>
  (await backend.trailOf(userId)).map(({ action, traits }) => [action, traits]);

it("makes a passkey of an account and signs in by it alone, as the official client does in a browser", async () => {
  const { client, user, email } = await backend.signedUp();
  const stored = { key: newKey(), handle: "" };
  const registered = await dataOf(asBrowser(stored, () => client.auth.registerPasskey()));
  expect(registered).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    friendly_name: "Passkey",
    created_at: expect.stringMatching(/Z$/),
  });
  // What a browser stores of the account does not identify it.
  expect(Buffer.from(stored.handle, "base64url").toString()).toBe(user.id);

  const fresh = backend.client();
  const signedIn = await dataOf(asBrowser(stored, () => fresh.auth.signInWithPasskey()));
  expect(signedIn).toMatchObject({ user: { id: user.id, email }, session: {} });
  expect(await claimsOf(fresh)).toMatchObject({ sub: user.id, aal: "aal1", methods: ["passkey"] });
  // The session is one like any other.
  expect((await fresh.auth.getUser()).data.user?.id).toBe(user.id);
  await accepted(fresh.auth.refreshSession());

  const passkey = { passkey_id: registered.id };
  expect(await written(user.id)).toEqual(
    expect.arrayContaining([
      ["passkey_created", passkey],
      ["login", passkey],
    ]),
  );
});

describe("the options", () => {
  it("require a discoverable passkey and user verification", async () => {
    const { client, user, email } = await backend.withPasskey();
    const { data } = await client.auth.passkey.startRegistration();
    expect(data?.options).toMatchObject({
      rp: { id: RP_ID, name: "The Site" },
      user: { id: Buffer.from(user.id).toString("base64url"), name: email, displayName: email },
      attestation: "none",
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    });
    expect(data?.options.excludeCredentials).toHaveLength(1);
    expect(data?.expires_at).toBe(Math.floor(backend.clock.now() / 1000) + 300);
  });

  it("for signing in list no credentials", async () => {
    await backend.withPasskey();
    const { data } = await backend.auth().passkey.startAuthentication();
    expect(data?.options).toMatchObject({ rpId: RP_ID, userVerification: "required" });
    expect(data?.options.allowCredentials ?? []).toEqual([]);
  });
});

it("lists, renames and removes the user's own passkeys", async () => {
  const { client, user, passkey, use } = await backend.withPasskey();
  const { passkey: own } = client.auth;
  await use();
  const listed = await own.list();
  expect(listed.data).toEqual([{ ...passkey, last_used_at: expect.stringMatching(/Z$/) }]);
  const named = await own.update({ passkeyId: passkey.id, friendlyName: "Ada's phone" });
  expect(named.data).toEqual({ ...listed.data?.[0], friendly_name: "Ada's phone" });
  expect((await own.list()).data).toEqual([named.data]);
  for (const [friendlyName, message] of [
    [" ", "friendly_name is required"],
    ["x".repeat(121), "friendly_name must be 120 characters or less"],
  ] as const) {
    const { error } = await own.update({ passkeyId: passkey.id, friendlyName });
    expect(error).toMatchObject({ status: 400, code: "validation_failed", message });
  }
  await accepted(own.update({ passkeyId: passkey.id, friendlyName: "🔑".repeat(120) }));

  expect(await own.delete({ passkeyId: passkey.id })).toEqual({ data: null, error: null });
  expect((await own.list()).data).toEqual([]);
  await refused(use(), "webauthn_verification_failed");
  expect((await written(user.id)).map(([action]) => action)).toEqual(
    expect.arrayContaining(["passkey_created", "passkey_updated", "passkey_deleted"]),
  );
});

it("lists and removes a user's passkeys for the operator", async () => {
  const { user, passkey, use } = await backend.withPasskey();
  const other = await backend.withPasskey();
  const { passkey: admin } = backend.admin();
  expect((await admin.listPasskeys({ userId: user.id })).data).toEqual([passkey]);
  const theirs = { userId: user.id, passkeyId: other.passkey.id };
  await refused(admin.deletePasskey(theirs), "validation_failed", 404);
  await accepted(admin.deletePasskey({ userId: user.id, passkeyId: passkey.id }));
  expect((await admin.listPasskeys({ userId: user.id })).data).toEqual([]);
  await refused(use(), "webauthn_verification_failed");
  expect((await other.use()).error).toBeNull();
});
