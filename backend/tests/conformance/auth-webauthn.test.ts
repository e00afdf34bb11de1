import { generateKeyPairSync } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { newKey } from "./auth-passkey-people.ts";
import { accepted, authBackend, claimsOf, dataOf, refused } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.mfa.webauthn = { enrollEnabled: true, verifyEnabled: true };
});

const enrol = (client: SupabaseClient) =>
  dataOf(client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "key" }));

// What a caller says about the owner of credentials is ignored.
const OTHERS = { rpId: "evil.example", rpOrigins: ["https://evil.example"] };

/** The options for the browser, with the challenge as it is sent. */
const challenge = async (client: SupabaseClient, factorId: string) => {
  const data = await dataOf(client.auth.mfa.challenge({ factorId, webauthn: OTHERS }));
  if (data.type !== "webauthn") throw new Error("Another kind of challenge");
  const { type, credential_options: options } = data.webauthn;
  const bytes = options.publicKey.challenge as ArrayBuffer;
  return { id: data.id, type, options, text: Buffer.from(bytes).toString("base64url") };
};

const verify = (
  client: SupabaseClient,
  factorId: string,
  challengeId: string,
  type: "create" | "request",
  credential: unknown,
) =>
  client.auth.mfa.verify({
    factorId,
    challengeId,
    webauthn: { ...OTHERS, type, credential_response: credential as never },
  });

const withKey = async () => {
  const person = await backend.signedUp();
  const key = newKey();
  const factor = await enrol(person.client);
  const challenged = await challenge(person.client, factor.id);
  const created = key.create(challenged.text);
  const data = await dataOf(verify(person.client, factor.id, challenged.id, "create", created));
  return { ...person, key, factor, challenged, data };
};

it("lifts the session by a new credential, and by its use at the next sign-in", async () => {
  const { client, email, factor, challenged, data, key } = await withKey();
  expect(factor).toMatchObject({ type: "webauthn", friendly_name: "key" });
  // GoTrue reads the column as text that is never null.
  const row = "select secret from auth.mfa_factors where id = $1";
  expect(await backend.db.query(row, [factor.id])).toEqual([{ secret: "" }]);
  expect(challenged.type).toBe("create");
  expect(challenged.options.publicKey).toMatchObject({
    rp: { id: "site.example" },
    user: { name: email },
  });
  expect(data.user.factors).toMatchObject([{ id: factor.id, status: "verified" }]);
  expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });

  const { client: next } = await backend.signedIn(email);
  const step = await challenge(next, factor.id);
  expect(step.type).toBe("request");
  expect(step.options.publicKey).toMatchObject({ rpId: "site.example" });
  const used = key.get(step.text);
  await accepted(verify(next, factor.id, step.id, "request", used));
  const methods = ["mfa/webauthn", "password"];
  expect(await claimsOf(next)).toMatchObject({ aal: "aal2", methods });
  await refused(verify(next, factor.id, step.id, "request", used), "mfa_ip_address_mismatch");
  const { data: listed } = await next.auth.mfa.listFactors();
  expect(listed?.webauthn).toMatchObject([{ id: factor.id }]);
  expect((await next.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
});

it("refuses responses of others, to other challenges, for other sites, and of copied keys", async () => {
  const { email, key, factor } = await withKey();
  const { client } = await backend.signedIn(email);
  const wrong = ["mfa_verification_failed", 422] as const;
  const first = await challenge(client, factor.id);
  type Way = "create" | "request";
  const verifyWith = (challengeId: string, credential: unknown, type: Way = "request") =>
    verify(client, factor.id, challengeId, type, credential);

  const thief = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  await refused(verifyWith(first.id, key.get(first.text, { by: thief })), ...wrong);
  const elsewhere = key.get(first.text, { from: "https://evil.example" });
  await refused(verifyWith(first.id, elsewhere), ...wrong);
  const second = await challenge(client, factor.id);
  await refused(verifyWith(second.id, key.get(first.text)), ...wrong);
  // A new credential is no way around the one that is there.
  const other = newKey();
  await refused(verifyWith(second.id, other.create(second.text), "create"), ...wrong);
  backend.clock.advance(301);
  const third = await challenge(client, factor.id);
  await refused(verifyWith(third.id, key.get(third.text, { steps: -3 })), ...wrong);
  const stranger = await backend.signedUp();
  const foreign = verify(stranger.client, factor.id, third.id, "request", key.get(third.text));
  await refused(foreign, "mfa_factor_not_found");
  expect((await verifyWith(third.id, key.get(third.text, { steps: 30 }))).error).toBeNull();
});

it("refuses what is not a response at all", async () => {
  const { client, session } = await backend.signedUp();
  const factor = await enrol(client);
  const { id } = await challenge(client, factor.id);
  const path = `/factors/${factor.id}/verify`;
  const at = { token: session.access_token, ip: "10.9.9.9" };
  const bodies = [null, {}, { id: 1 }, { id: "x", rawId: "x", type: "x" }].map(
    (credential_response) => ({ webauthn: { type: "create", credential_response } }),
  );
  for (const sent of [{ code: "123456" }, ...bodies]) {
    const body = { challenge_id: id, ...sent };
    await backend.refuses(400, "validation_failed", "POST", path, { ...at, body });
  }
});
