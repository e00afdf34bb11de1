import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { exchange, registered, startAuthorization, tokensFor } from "./auth-oauth-people.ts";
import { raw, SITE, signedUp, startAuth } from "./auth-people.ts";

const backend = perFile(() =>
  startAuth((auth) => {
    auth.oauthServer.enabled = true;
  }),
);

describe("a person's decision is their own", () => {
  test("not another person's, not another page's, not a visitor's, and not one that is over", async () => {
    const { client, session } = await signedUp(backend);
    const other = await signedUp(backend);
    const app = await registered(backend);
    const { name } = await startAuthorization(backend, app);
    const path = `/oauth/authorizations/${name}`;
    const decide = (token: string | undefined, headers: Record<string, string> = {}) =>
      raw(backend, "POST", `${path}/consent`, { token, headers, body: { action: "approve" } });

    // Nobody has reviewed the request.
    expect((await decide(session.access_token)).status).toBe(404);
    for (const origin of ["https://evil.example", "null", "https://site.example.evil.example"]) {
      const looked = await raw(backend, "GET", path, {
        token: session.access_token,
        headers: { origin },
      });
      expect([looked.status, looked.body.msg]).toEqual([400, "unauthorized request origin"]);
    }
    expect((await client.auth.oauth.getAuthorizationDetails(name)).error).toBeNull();

    for (const act of [
      "getAuthorizationDetails",
      "approveAuthorization",
      "denyAuthorization",
    ] as const) {
      const { error } = await other.client.auth.oauth[act](name);
      expect([error?.status, error?.code], act).toEqual([404, "oauth_authorization_not_found"]);
    }
    expect((await decide(undefined)).status).toBe(401);
    expect((await decide(backend.keys.anon)).status).toBe(403);
    const foreign = await decide(session.access_token, { origin: "https://evil.example" });
    expect([foreign.status, foreign.body.error_code]).toEqual([400, "validation_failed"]);
    const odd = await raw(backend, "POST", `${path}/consent`, {
      token: session.access_token,
      body: { action: "maybe" },
    });
    expect(odd.status).toBe(400);
    for (const unknown of ["x", "%00", "..%2f", name.toUpperCase()]) {
      const response = await raw(backend, "GET", `/oauth/authorizations/${unknown}`, {
        token: session.access_token,
      });
      expect(response.status).toBe(404);
    }

    expect((await decide(session.access_token, { origin: SITE })).status).toBe(200);
    const late = await startAuthorization(backend, app, { scope: "phone" });
    backend.clock.advance(601);
    const { error } = await client.auth.oauth.getAuthorizationDetails(late.name);
    expect([error?.status, error?.code]).toEqual([404, "oauth_authorization_not_found"]);
  });

  test("verified with the second step, where there is one", async () => {
    const { client, user } = await signedUp(backend);
    await backend.db.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [user.id],
    );
    const { name } = await startAuthorization(backend, await registered(backend));
    const { error } = await client.auth.oauth.getAuthorizationDetails(name);
    expect([error?.status, error?.code]).toEqual([403, "insufficient_aal"]);
  });
});

describe("an application's tokens", () => {
  test("do not act as the user, nor reveal more of the user", async () => {
    const person = await signedUp(backend);
    const app = await registered(backend);
    const { access_token: token, refresh_token, id_token } = await tokensFor(backend, person, app);
    const { name } = await startAuthorization(backend, app, { scope: "profile phone" });
    for (const [method, path, body] of [
      ["GET", `/oauth/authorizations/${name}`],
      ["POST", `/oauth/authorizations/${name}/consent`, { action: "approve" }],
      ["GET", "/user/oauth/grants"],
      ["DELETE", `/user/oauth/grants?client_id=${app.id}`],
      ["PUT", "/user", { password: "another password 1" }],
      ["GET", "/reauthenticate"],
      ["POST", "/factors", { factor_type: "totp" }],
      ["GET", "/user/identities/authorize?provider=google"],
      ["GET", "/factors/recovery-codes"],
    ] as const) {
      const response = await raw(backend, method, path, { token, body });
      expect([response.status, response.body.error_code], path).toEqual([403, "no_authorization"]);
    }
    // A refresh token works only for the client that it was issued to.
    const renewed = await raw(backend, "POST", "/token?grant_type=refresh_token", {
      body: { refresh_token },
    });
    expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_client"]);
    const other = await registered(backend);
    for (const [thief, given] of [
      [other, refresh_token],
      [app, person.session.refresh_token],
    ] as const) {
      const form = { grant_type: "refresh_token", refresh_token: given };
      const { status, body } = await exchange(backend, thief, form);
      expect([status, body.error]).toEqual([400, "invalid_client"]);
    }
    // An ID token says who somebody is, and opens nothing.
    for (const path of ["/auth/v1/user", "/rest/v1/"]) {
      const response = await backend.request(path, {
        headers: { apikey: backend.keys.anon, authorization: `Bearer ${id_token}` },
      });
      expect([401, 403]).toContain(response.status);
    }
    // Signing itself out is all that it ends.
    expect((await raw(backend, "POST", "/logout?scope=global", { token })).status).toBe(204);
    expect((await raw(backend, "GET", "/user", { token })).status).toBe(403);
    expect((await person.client.auth.getUser()).error).toBeNull();
  });
});
