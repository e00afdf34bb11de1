import { createHash } from "node:crypto";
import { decodeJwt, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { encoded } from "#backend/tests/official-client.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { accepted, authBackend, dataOf, newEmail, refused } from "./auth-people.ts";
import { startProvider } from "./auth-provider.ts";

/** Sign-in with an ID token that the application got from the provider by itself. */
const provider = perFile(startProvider);
const backend = authBackend((auth) => {
  const at = provider.settings;
  auth.enableManualLinking = true;
  auth.external = {
    google: { ...at, clientId: `${at.clientId}, our-phone-app` },
    keycloak: { ...at, skip_nonce_check: true },
    github: at,
    apple: { ...at, enabled: false },
  };
});

let subjects = 0;
const newClaims = () => {
  subjects += 1;
  return { sub: `subject-${subjects}`, email: newEmail("token"), email_verified: true };
};

const signIn = (token: string, more: { nonce?: string; access_token?: string } = {}) =>
  backend.auth().signInWithIdToken({ provider: "google", token, ...more });

const hashed = (nonce: string) => createHash("sha256").update(nonce).digest("hex");

describe("an ID token", () => {
  it("signs its person in, for any client of the project", async () => {
    const claims = newClaims();
    const { user, session } = await dataOf(signIn(await provider.idToken(claims)));
    expect(user).toMatchObject({
      email: claims.email,
      app_metadata: { provider: "google", providers: ["google"] },
    });
    expect(decodeJwt(session.access_token)).toMatchObject({ amr: [{ method: "oauth" }] });
    const again = await signIn(await provider.idToken({ ...claims, aud: "our-phone-app" }));
    expect(again.data.user?.id).toBe(user.id);
  });

  it("must have the nonce that its application made, as a hash", async () => {
    const nonce = crypto.randomUUID();
    const token = await provider.idToken({ ...newClaims(), nonce: hashed(nonce) });
    const mismatch = { status: 400, message: "Nonces mismatch" };
    expect((await signIn(token, { nonce: "another" })).error).toMatchObject(mismatch);
    expect((await signIn(token, { nonce: hashed(nonce) })).error?.message).toBe("Nonces mismatch");
    const both = "Passed nonce and nonce in id_token should either both exist or not.";
    expect((await signIn(token)).error?.message).toBe(both);
    const bare = await provider.idToken(newClaims());
    expect((await signIn(bare, { nonce })).error?.message).toBe(both);
    expect((await signIn(token, { nonce })).error).toBeNull();
    // Unless the project says that the provider has none.
    const loose = { provider: "keycloak", token, nonce: "another" };
    await accepted(backend.auth().signInWithIdToken(loose));
  });

  it("must belong to the access token sent with it", async () => {
    const access_token = "an access token";
    const digest = createHash("sha256").update(access_token).digest();
    const at_hash = digest.subarray(0, 16).toString("base64url");
    const token = await provider.idToken({ ...newClaims(), at_hash });
    expect((await signIn(token, { access_token: "another" })).error?.message).toBe("Bad ID token");
    expect((await signIn(token, { access_token })).error).toBeNull();
  });

  it("is refused when anything of it is forged", async () => {
    const claims = newClaims();
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const right = await provider.idToken(claims);
    const [header = "", payload = "", signature = ""] = right.split(".");
    const other = encoded({ ...decodeJwt(right), sub: "somebody else" });
    const now = Math.floor(backend.clock.now() / 1000);
    const full = { iss: provider.url, aud: provider.client.id, iat: now, exp: now + 60, ...claims };
    const published = JSON.stringify(await exportJWK(provider.privateKey));
    const made = (header: JWTHeaderParameters, key: CryptoKey | Uint8Array) =>
      new SignJWT(full).setProtectedHeader(header).sign(key);
    const jwk = await exportJWK(publicKey);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const [byId, byNobody] = [{ alg: "HS256", kid: "one" }, encoded({ alg: "none" })];
    const forged = {
      "by a key of somebody else": await provider.idToken(claims, privateKey),
      "by a key that it brings along": await made({ alg: "ES256", jwk }, privateKey),
      "by a key of an unknown name": await made({ alg: "ES256", kid: "two" }, provider.privateKey),
      "by the client's secret": await made({ alg: "HS256" }, bytes(provider.client.secret)),
      "by a published text as a secret": await made(byId, bytes(published)),
      "by nobody": `${byNobody}.${payload}.`,
      "by nobody, kept": `${byNobody}.${payload}.${signature}`,
      "in its contents": `${header}.${other}.${signature}`,
      "for another client": await provider.idToken({ ...claims, aud: "their-client" }),
      "for nobody's client": await provider.idToken({ ...claims, aud: [] }),
      "of another issuer": await provider.idToken({ ...claims, iss: "https://evil.example" }),
      "of long ago": await provider.idToken({ ...claims, exp: now - 31 }),
      "without an end": await provider.idToken({ ...claims, exp: undefined }),
      "without a subject": await provider.idToken({ ...claims, sub: undefined }),
      "of ours": (await backend.signedUp()).session.access_token,
      "as a word": "token",
      "as dots": "..",
    };
    for (const [how, token] of Object.entries(forged)) {
      const { data, error } = await signIn(token);
      expect([how, error?.status, error?.message]).toEqual([how, 400, "Bad ID token"]);
      expect(data.session).toBeNull();
    }
    expect(await backend.accountsWith(claims.email)).toEqual([]);
    expect((await signIn(right)).error).toBeNull();
  });

  it("of an address that is not vouched for opens nobody's account", async () => {
    const { email, user } = await backend.signedUp();
    const thief = { ...newClaims(), email, email_verified: false };
    await refused(signIn(await provider.idToken(thief)), "provider_email_needs_verification", 422);
    const owner = { ...newClaims(), email };
    expect((await signIn(await provider.idToken(owner))).data.user?.id).toBe(user.id);
  });

  it.each([
    ["github", 400, "validation_failed"],
    ["apple", 400, "provider_disabled"],
    ["nobody", 400, "validation_failed"],
    ["", 400, "validation_failed"],
  ])("of provider %j is refused", async (name, status, error_code) => {
    const body = { provider: name, id_token: await provider.idToken(newClaims()) };
    const response = await backend.raw("POST", "/token?grant_type=id_token", { body });
    expect(response).toMatchObject({ status, body: { error_code } });
  });
});

describe("linking with an ID token", () => {
  it("adds the identity to the caller's account", async () => {
    const { client, user } = await backend.signedUp();
    const claims = newClaims();
    const token = await provider.idToken(claims);
    const link = { provider: "google", token };
    const { user: linked } = await dataOf(client.auth.linkIdentity(link));
    expect(linked?.id).toBe(user.id);
    expect(linked?.app_metadata.providers).toEqual(["email", "google"]);
    expect((await signIn(await provider.idToken(claims))).data.user?.id).toBe(user.id);
    const other = await backend.signedUp();
    await refused(other.client.auth.linkIdentity(link), "identity_already_exists", 422);
  });

  it("needs a signed-in user", async () => {
    const id_token = await provider.idToken(newClaims());
    const body = { provider: "google", id_token, link_identity: true };
    for (const token of [undefined, backend.keys.anon]) {
      const response = await backend.raw("POST", "/token?grant_type=id_token", { body, token });
      expect(response.body.access_token).toBeUndefined();
      expect([401, 403]).toContain(response.status);
    }
  });
});
