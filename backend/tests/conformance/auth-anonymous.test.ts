import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { authBackend, dataOf, newEmail, PASSWORD, refused } from "./auth-people.ts";
import { startProvider } from "./auth-provider.ts";

const provider = perFile(startProvider);
const backend = authBackend((auth) => {
  auth.enableAnonymousSignIns = true;
  auth.enableManualLinking = true;
  auth.rateLimit.anonymousUsers = 3;
  auth.external = {
    google: provider.settings,
    discord: { enabled: true, clientId: "x", secret: "y" },
  };
});

const anonymous = async () => {
  const client = backend.client();
  const { user, session } = await dataOf(
    client.auth.signInAnonymously({ options: { data: { cart: 1 } } }),
  );
  if (!user || !session) throw new Error("No session");
  return { client, user, session };
};

describe("signing in anonymously", () => {
  it("gives an account and a session of its own", async () => {
    const { client, user, session } = await anonymous();
    expect(user).toMatchObject({
      is_anonymous: true,
      email: "",
      role: "authenticated",
      app_metadata: {},
      user_metadata: { cart: 1 },
      identities: [],
    });
    expect(decodeJwt(session.access_token)).toMatchObject({
      is_anonymous: true,
      amr: [{ method: "anonymous" }],
    });
    expect((await client.auth.refreshSession()).data.user?.id).toBe(user.id);
    expect((await anonymous()).user.id).not.toBe(user.id);
  });

  it("is limited from one place", async () => {
    const ip = "10.240.0.1";
    for (let i = 0; i < 3; i += 1) {
      expect((await backend.client({ ip }).auth.signInAnonymously()).error).toBeNull();
    }
    await refused(backend.client({ ip }).auth.signInAnonymously(), "over_request_rate_limit", 429);
  });

  it("creates no account for a password without an address, and no sign-in by one", async () => {
    const response = await backend.raw("POST", "/signup", { body: { password: PASSWORD } });
    expect(response).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
    const { client } = await anonymous();
    await refused(client.auth.updateUser({ password: PASSWORD }), "validation_failed", 422);
    expect((await backend.attempt("", "")).status).toBe(400);
  });

  it("is off unless the project wants it, and where sign-up is closed", async () => {
    backend.configure({ enableSignup: false });
    await refused(backend.auth().signInAnonymously(), "signup_disabled");
    backend.configure({ enableSignup: true, enableAnonymousSignIns: false });
    await refused(backend.auth().signInAnonymously(), "anonymous_provider_disabled", 422);
    const off = await backend.raw("GET", "/settings");
    expect(off.body.external).toMatchObject({ anonymous_users: false });
  });
});

describe("an anonymous account becomes a lasting one", () => {
  it("with an address that is confirmed", async () => {
    const { client, user } = await anonymous();
    const email = newEmail();
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    const { user: unproven } = await dataOf(client.auth.getUser());
    expect(unproven).toMatchObject({ is_anonymous: true, email: "" });
    await backend.followMail(email);
    const { data } = await client.auth.refreshSession();
    expect(data.user).toMatchObject({
      id: user.id,
      is_anonymous: false,
      email,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { cart: 1 },
      identities: [{ provider: "email", email }],
    });
    expect(decodeJwt(data.session?.access_token ?? "").is_anonymous).toBe(false);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await backend.signIn(email)).data.user?.id).toBe(user.id);
  });

  it("never with an address that is another's or not proven", async () => {
    const { email } = await backend.signedUp();
    const { client, user } = await anonymous();
    await refused(client.auth.updateUser({ email }), "email_exists", 422);
    for (const [claims, code] of [
      [{ email, email_verified: true }, "email_exists"],
      [{ email: newEmail(), email_verified: false }, "provider_email_needs_verification"],
    ] as const) {
      const token = await provider.idToken({ sub: crypto.randomUUID(), ...claims });
      const { error } = await client.auth.linkIdentity({ provider: "google", token });
      expect(error).toMatchObject({ status: 422, code });
    }
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ id: user.id, is_anonymous: true, identities: [] });
  });
});

describe("what is public about the project", () => {
  it("is every way to sign in, and no other", async () => {
    const { body } = await backend.raw("GET", "/settings");
    expect(body).toMatchObject({
      external: {
        anonymous_users: true,
        google: true,
        github: false,
        discord: false,
        email: true,
        phone: false,
      },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    });
  });

  it("is the issuer of tokens, and the place of the keys, not of their private half", async () => {
    const { body } = await backend.raw("GET", "/.well-known/openid-configuration");
    const { session } = await anonymous();
    expect(body).toMatchObject({
      issuer: decodeJwt(session.access_token).iss,
      jwks_uri: `${backend.url}/auth/v1/.well-known/jwks.json`,
    });
    const { keys } = (await backend.raw("GET", "/.well-known/jwks.json")).body;
    const [key, ...more] = keys as { alg: string }[];
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256" });
    expect(key).not.toHaveProperty("d");
    const algorithms = [key, ...more].map((each) => each?.alg);
    expect(body.id_token_signing_alg_values_supported).toEqual(algorithms);
  });
});
