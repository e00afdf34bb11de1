import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  type App,
  authorize,
  authorizeQuery,
  CALLBACK,
  consent,
  exchange,
  pkce,
  registered,
  somewhere,
  startAuthorization,
  tokensFor,
  withCode,
} from "./auth-oauth-people.ts";
import { operatorOf, raw, SITE, signedUp, startAuth } from "./auth-people.ts";

const backend = perFile(() =>
  startAuth((auth) => {
    auth.oauthServer = {
      enabled: true,
      allowDynamicRegistration: true,
      authorizationUrlPath: "/oauth/consent",
    };
  }),
);

type Person = Awaited<ReturnType<typeof signedUp>>;
const consented = (person: Person, app: App, more = {}) => consent(backend, person, app, more);
const tokens = (person: Person, app: App, more = {}) => tokensFor(backend, person, app, more);

describe("another application signs people in", () => {
  test("with consent, a code and a verifier: who it is, in an ID token and at userinfo", async () => {
    const person = await signedUp(backend);
    const app = await registered(backend);
    const { challenge, verifier } = pkce();
    const sent = await authorize(backend, authorizeQuery(app, challenge, { nonce: "n-1" }));
    expect(sent.status).toBe(302);
    expect(`${sent.location?.origin}${sent.location?.pathname}`).toBe(`${SITE}/oauth/consent`);
    const name = sent.location?.searchParams.get("authorization_id") ?? "";

    const { oauth } = person.client.auth;
    expect((await oauth.getAuthorizationDetails(name)).data).toEqual({
      authorization_id: name,
      redirect_uri: CALLBACK,
      client: { id: app.id, name: "Ledger", uri: "https://app.example" },
      user: { id: person.user.id, email: person.email },
      scope: "openid email",
    });
    const { data } = await oauth.approveAuthorization(name, { skipBrowserRedirect: true });
    const back = new URL(data?.redirect_url ?? "");
    expect(`${back.origin}${back.pathname}`).toBe("https://app.example/callback");
    expect([back.searchParams.get("view"), back.searchParams.get("state")]).toEqual([
      "1",
      "st/ate &1",
    ]);

    const form = withCode(back.href, verifier, { redirect_uri: CALLBACK });
    const { status, body, headers } = await exchange(backend, app, form);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(Object.keys(body).sort()).toEqual([
      ...["access_token", "expires_in", "id_token", "refresh_token", "token_type"],
    ]);
    const access = decodeJwt(body.access_token ?? "");
    expect(access).toMatchObject({
      sub: person.user.id,
      role: "authenticated",
      email: person.email,
      client_id: app.id,
      scope: "openid email",
      aal: "aal1",
      amr: [{ method: "oauth_provider/authorization_code" }],
    });

    const described = await (
      await backend.request("/.well-known/oauth-authorization-server/auth/v1")
    ).json();
    const { payload, protectedHeader } = await jwtVerify(
      body.id_token ?? "",
      createRemoteJWKSet(new URL(described.jwks_uri)),
      { issuer: described.issuer, audience: app.id },
    );
    expect(described.id_token_signing_alg_values_supported).toEqual([protectedHeader.alg]);
    expect(payload).toMatchObject({
      sub: person.user.id,
      nonce: "n-1",
      email: person.email,
      email_verified: true,
      phone_number_verified: false,
    });
    const signedIn = Date.parse(person.user.last_sign_in_at ?? "") / 1000;
    expect(payload.auth_time).toBe(Math.floor(signedIn));

    const userinfo = await raw(backend, "GET", "/oauth/userinfo", { token: body.access_token });
    expect([userinfo.status, userinfo.body]).toEqual([
      200,
      { sub: person.user.id, email: person.email, email_verified: true },
    ]);
    const own = await raw(backend, "GET", "/oauth/userinfo", {
      token: person.session.access_token,
    });
    expect(own.body).toEqual({ sub: person.user.id });
  });

  test("learns no more than its scopes name", async () => {
    const person = await signedUp(backend);
    await person.client.auth.updateUser({ data: { full_name: "Ada Byron", plan: "gold" } });
    const app = await registered(backend);
    const bare = await tokens(person, app, { scope: "openid" });
    expect(decodeJwt(bare.access_token)).toMatchObject({ email: "", phone: "", user_metadata: {} });
    expect(decodeJwt(bare.id_token)).not.toHaveProperty("email");
    const seen = await raw(backend, "GET", "/user", { token: bare.access_token });
    expect(JSON.stringify(seen.body)).not.toContain(person.email);
    expect(seen.body).toMatchObject({ id: person.user.id, identities: [], user_metadata: {} });

    const { access_token: token } = await tokens(person, app, { scope: "profile" });
    const { body } = await raw(backend, "GET", "/oauth/userinfo", { token });
    expect(body).toMatchObject({ name: "Ada Byron", user_metadata: { plan: "gold" } });
    expect(JSON.stringify(body)).not.toContain(person.email);
  });

  test("learns that the person declined, and what was wrong with its request", async () => {
    const { client } = await signedUp(backend);
    const app = await registered(backend);
    const { name } = await startAuthorization(backend, app);
    await client.auth.oauth.getAuthorizationDetails(name);
    const { data } = await client.auth.oauth.denyAuthorization(name, { skipBrowserRedirect: true });
    const back = new URL(data?.redirect_url ?? "");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      view: "1",
      error: "access_denied",
      error_description: "User denied the request",
      state: "st/ate &1",
    });
    const again = await client.auth.oauth.approveAuthorization(name, { skipBrowserRedirect: true });
    expect([again.error?.status, again.error?.code]).toEqual([400, "validation_failed"]);

    const { challenge } = pkce();
    for (const [wrong, error] of [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ scope: "openid admin" }, "invalid_request"],
      [{ code_challenge: "" }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge_method: "md5" }, "invalid_request"],
      [{ resource: "not absolute" }, "invalid_request"],
      [{ state: "\0" }, "invalid_request"],
      [{ nonce: "n".repeat(256) }, "invalid_request"],
    ] as const) {
      const { location } = await authorize(backend, authorizeQuery(app, challenge, wrong));
      expect(location?.origin, JSON.stringify(wrong)).toBe("https://app.example");
      expect(location?.searchParams.get("error"), JSON.stringify(wrong)).toBe(error);
    }
  });

  test("needs no second consent, unless it requests more or is a public client", async () => {
    const person = await signedUp(backend);
    const { oauth } = person.client.auth;
    const app = await registered(backend);
    await tokens(person, app, { scope: "email" });
    const { name, verifier } = await startAuthorization(backend, app, { scope: "email" });
    const { data } = await oauth.getAuthorizationDetails(name);
    if (!data || !("redirect_url" in data)) throw new Error("asked again");
    expect((await exchange(backend, app, withCode(data.redirect_url, verifier))).status).toBe(200);

    const more = await startAuthorization(backend, app, { scope: "email profile" });
    expect((await oauth.getAuthorizationDetails(more.name)).data).toHaveProperty("client");

    const onDevice = await registered(backend, { redirect: "http://127.0.0.1/back", open: true });
    await tokens(person, onDevice, { scope: "email" });
    const next = await startAuthorization(backend, onDevice, { scope: "email" });
    expect((await oauth.getAuthorizationDetails(next.name)).data).toHaveProperty("client");
  });

  test("continues with its own refresh tokens, each of which works once", async () => {
    const person = await signedUp(backend);
    const app = await registered(backend, { post: true });
    const proven = { ...app, post: true };
    const { url, verifier } = await consented(person, app);
    const first = await exchange(backend, proven, withCode(url, verifier));
    const renew = (refresh_token = "") =>
      exchange(backend, proven, { grant_type: "refresh_token", refresh_token });
    const second = await renew(first.body.refresh_token);
    expect(Object.keys(second.body).sort()).toEqual([
      ...["access_token", "expires_in", "refresh_token", "token_type"],
    ]);
    expect(decodeJwt(second.body.access_token ?? "")).toMatchObject({
      client_id: app.id,
      scope: "openid email",
    });
    const third = await renew(second.body.refresh_token);
    expect(third.status).toBe(200);
    backend.clock.advance(60);
    const stolen = await renew(first.body.refresh_token);
    expect([stolen.status, stolen.body.error]).toEqual([400, "invalid_grant"]);
    expect((await renew(third.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("on the user's own machine, on any free port", async () => {
    const person = await signedUp(backend);
    const app = await registered(backend, { redirect: "http://127.0.0.1/back", open: true });
    const here = { ...app, redirect: "http://127.0.0.1:49152/back" };
    const { url, verifier } = await consented(person, here);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:49152\/back\?/);
    expect((await exchange(backend, here, withCode(url, verifier))).status).toBe(200);
  });
});

describe("the applications that people have authorised", () => {
  test("is listed, and revoked with everything that depends on it", async () => {
    const person = await signedUp(backend);
    const { oauth } = person.client.auth;
    expect((await oauth.listGrants()).data).toEqual([]);
    const app = await registered(backend);
    const given = await tokens(person, app, { scope: "email" });
    await tokens(person, app, { scope: "profile" });
    expect((await oauth.listGrants()).data).toEqual([
      {
        client: { id: app.id, name: "Ledger", uri: "https://app.example" },
        scopes: ["email", "profile"],
        granted_at: expect.stringMatching(/Z$/),
      },
    ]);
    const open = await startAuthorization(backend, app, { scope: "email" });
    const back = await oauth.getAuthorizationDetails(open.name);
    if (!back.data || !("redirect_url" in back.data)) throw new Error("asked again");

    expect((await oauth.revokeGrant({ clientId: app.id })).error).toBeNull();
    expect((await oauth.listGrants()).data).toEqual([]);
    const { access_token: token, refresh_token } = given;
    expect((await raw(backend, "GET", "/oauth/userinfo", { token })).status).toBe(403);
    const renewed = await exchange(backend, app, { grant_type: "refresh_token", refresh_token });
    expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_grant"]);
    const late = await exchange(backend, app, withCode(back.data.redirect_url, open.verifier));
    expect(late.body.error).toBe("invalid_grant");
    const again = await oauth.revokeGrant({ clientId: app.id });
    expect([again.error?.status, again.error?.code]).toEqual([404, "oauth_consent_not_found"]);
    // Their own session is none of it.
    expect((await person.client.auth.getUser()).error).toBeNull();
  });

  test("ends with the application", async () => {
    const person = await signedUp(backend);
    const app = await registered(backend);
    const { access_token: token } = await tokens(person, app);
    const { error } = await operatorOf(backend).auth.admin.oauth.deleteClient(app.id);
    expect(error).toBeNull();
    expect((await raw(backend, "GET", "/oauth/userinfo", { token })).status).toBe(403);
    expect((await person.client.auth.oauth.listGrants()).data).toEqual([]);
  });
});

describe("applications that register themselves", () => {
  const register = (body: unknown, ip = somewhere(), to = backend) =>
    raw(to, "POST", "/oauth/clients/register", { body, ip });

  test("may, where the project allows it, and not without limit", async () => {
    const described = await (
      await backend.request("/auth/v1/.well-known/openid-configuration")
    ).json();
    expect(described).toMatchObject({
      registration_endpoint: `${backend.url}/auth/v1/oauth/clients/register`,
      code_challenge_methods_supported: ["S256", "plain"],
      scopes_supported: ["openid", "profile", "email", "phone"],
    });
    const { status, body } = await register({
      client_name: "Robot",
      redirect_uris: ["http://localhost:1234/callback"],
      token_endpoint_auth_method: "none",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_type: "public",
      registration_type: "dynamic",
      client_id_issued_at: expect.any(Number),
    });
    expect(body).not.toHaveProperty("client_secret");
    const wrong = await register({ redirect_uris: ["javascript:alert(1)"] });
    expect([wrong.status, wrong.body.error_code]).toEqual([400, "validation_failed"]);

    const ip = somewhere();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await register({ redirect_uris: [CALLBACK] }, ip)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  });
});
