import { describe, expect, test, vi } from "vitest";
import { CLI_JWT_SECRET } from "#backend/core/tokens/keys.ts";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import {
  type App,
  authorize,
  authorizeQuery,
  consent,
  exchange,
  pkce,
  registered,
  startAuthorization,
  withCode,
} from "./auth-oauth-people.ts";
import { raw, signedUp, startAuth } from "./auth-people.ts";

const backend = perFile(() =>
  startAuth((auth) => {
    auth.oauthServer.enabled = true;
  }),
);

const approved = async (app: App, more: Record<string, string> = {}) =>
  consent(backend, await signedUp(backend), app, more);

const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error,
];

describe("a code is worth nothing", () => {
  test("to another application, with another verifier or address, or without a proof", async () => {
    const app = await registered(backend);
    const { url, verifier } = await approved(app);
    const form = withCode(url, verifier);
    const other = await registered(backend);
    const open = await registered(backend, { open: true });
    for (const thief of [other, open]) {
      expect(outcomeOf(await exchange(backend, thief, form))).toEqual([400, "invalid_grant"]);
    }
    const wrongs: Record<string, string>[] = [
      { code_verifier: pkce().verifier },
      { code_verifier: "" },
      { redirect_uri: "https://app.example/callback" },
      { resource: "https://elsewhere.example" },
      { code: "a".repeat(43) },
    ];
    for (const wrong of wrongs) {
      const response = await exchange(backend, app, { ...form, ...wrong });
      expect(outcomeOf(response), JSON.stringify(wrong)).toEqual([400, "invalid_grant"]);
    }
    const forged = [
      { id: app.id },
      { id: app.id, secret: other.secret },
      { id: other.id, secret: app.secret },
      { id: app.id, secret: app.secret, post: true },
      { id: crypto.randomUUID(), secret: app.secret },
      { id: "' or true --", secret: "x" },
      {},
    ];
    for (const liar of forged) {
      const response = await exchange(backend, liar, form);
      expect(outcomeOf(response), JSON.stringify(liar)).toEqual([400, "invalid_client"]);
    }
    const mixed = await exchange(backend, other, { ...form, client_id: app.id });
    expect(mixed.body).toMatchObject({
      error: "invalid_client",
      error_code: "invalid_credentials",
    });
    // None of that used it up.
    expect((await exchange(backend, app, form)).status).toBe(200);
  });

  test("a second time, when it ends what the first was given, and of two at once one fails", async () => {
    const app = await registered(backend);
    const first = await approved(app);
    const form = withCode(first.url, first.verifier);
    const { body } = await exchange(backend, app, form);
    const token = body.access_token;
    const other = await registered(backend);
    await exchange(backend, other, form);
    expect((await raw(backend, "GET", "/oauth/userinfo", { token })).status).toBe(200);
    expect(outcomeOf(await exchange(backend, app, form))).toEqual([400, "invalid_grant"]);
    expect((await raw(backend, "GET", "/oauth/userinfo", { token })).status).toBe(403);
    const renewed = await exchange(backend, app, {
      grant_type: "refresh_token",
      refresh_token: body.refresh_token ?? "",
    });
    expect(outcomeOf(renewed)).toEqual([400, "invalid_grant"]);

    const second = await approved(app);
    const again = withCode(second.url, second.verifier);
    const responses = await Promise.all([1, 2, 3].map(() => exchange(backend, app, again)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("after a sign-out everywhere", async () => {
    const app = await registered(backend);
    const person = await signedUp(backend);
    const { url, verifier } = await consent(backend, person, app);
    await person.client.auth.signOut({ scope: "others" });
    const response = await exchange(backend, app, withCode(url, verifier));
    expect(outcomeOf(response)).toEqual([400, "invalid_grant"]);
  });

  test("later than five minutes, and to a reader of the database", async () => {
    const app = await registered(backend);
    const { url, verifier } = await approved(app);
    const form = withCode(url, verifier);
    const rows = await backend.db.query("select * from auth.oauth_authorizations");
    expect(JSON.stringify(rows)).not.toContain(form.code);
    backend.clock.advance(301);
    expect(outcomeOf(await exchange(backend, app, form))).toEqual([400, "invalid_grant"]);
  });
});

describe("nobody is sent", () => {
  test("to an address that is not registered, letter by letter", async () => {
    const app = await registered(backend, { redirect: "https://app.example/back" });
    const local = await registered(backend, { redirect: "http://127.0.0.1:80/back", open: true });
    const secretive = await registered(backend, { redirect: "http://127.0.0.1:80/back" });
    const { challenge } = pkce();
    const wrong = [
      [app, "https://app.example/back/"],
      [app, "https://app.example/back?x=1"],
      [app, "https://app.example/back#"],
      [app, "https://APP.example/back"],
      [app, "https://app.example:443/back"],
      [app, "https://app.example.evil.example/back"],
      [app, "https://app.example@evil.example/back"],
      [app, "//evil.example"],
      [app, "javascript:alert(1)"],
      [local, "http://127.0.0.1:9/elsewhere"],
      [local, "http://127.0.0.1:9@evil.example/back"],
      [local, "http://127.0.0.1.evil.example/back"],
      [local, "https://127.0.0.1:9/back"],
      [local, "http://localhost:9/back"],
      [local, "http://127.0.0.1:99999/back"],
      [secretive, "http://127.0.0.1:9/back"],
    ] as const;
    for (const [one, redirect_uri] of wrong) {
      const response = await authorize(backend, authorizeQuery(one, challenge, { redirect_uri }));
      expect([response.status, response.location, response.body.error_code], redirect_uri).toEqual([
        ...[400, null, "validation_failed"],
      ]);
    }
    for (const client_id of [crypto.randomUUID(), "x", "\0"]) {
      const response = await authorize(backend, authorizeQuery(app, challenge, { client_id }));
      expect([response.status, response.location, response.body.error_code]).toEqual([
        ...[400, null, "oauth_client_not_found"],
      ]);
    }
    const plain = authorizeQuery(local, challenge, {
      code_challenge_method: "plain",
      redirect_uri: "http://127.0.0.1:80/back",
    });
    const { location } = await authorize(backend, plain);
    expect(location?.searchParams.get("error")).toBe("invalid_request");
  });
});

test("an application that dresses itself up is not registered", async () => {
  const plain = { client_name: "Ledger", redirect_uris: ["https://app.example/back"] };
  const facts: Record<string, unknown>[] = [
    { client_uri: "javascript:alert(1)" },
    { logo_uri: "data:text/html,<script>alert(1)</script>" },
    { client_name: "Ledger\nof your bank" },
    { client_name: "Ledger \u202eknab" },
    { redirect_uris: ["https://bank.example@app.example/back"] },
    { redirect_uris: ["https://app.example/back\t"] },
    { redirect_uris: [" https://app.example/back"] },
    { redirect_uris: ["javascript://app.example/%0aalert(1)"] },
  ];
  const token = backend.keys.serviceRole;
  for (const wrong of facts) {
    const body = { ...plain, ...wrong };
    const { status } = await raw(backend, "POST", "/admin/oauth/clients", { token, body });
    expect(status, JSON.stringify(wrong)).toBe(400);
  }
  const body = { ...plain, client_name: "Łedger – für alle 📒" };
  expect((await raw(backend, "POST", "/admin/oauth/clients", { token, body })).status).toBe(201);
});

test("a revoked consent also ends an exchange that runs at that moment", async () => {
  const app = await registered(backend);
  const person = await signedUp(backend);
  await consent(backend, person, app);
  const whose = [person.user.id, app.id];
  let revoking: ReturnType<typeof person.client.auth.oauth.revokeGrant> | undefined;
  await backend.db.transaction(async (tx) => {
    await tx.query(
      "delete from auth.oauth_authorizations where user_id = $1 and client_id = $2",
      whose,
    );
    revoking = person.client.auth.oauth.revokeGrant({ clientId: app.id });
    await vi.waitFor(async () => {
      const waiting = await backend.db.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    }, 10_000);
    await tx.query(
      "insert into auth.sessions (id, user_id, oauth_client_id) values (gen_random_uuid(), $1, $2)",
      whose,
    );
  });
  expect((await revoking)?.error).toBeNull();
  const left = await backend.db.query(
    "select from auth.sessions where user_id = $1 and oauth_client_id = $2",
    whose,
  );
  expect(left).toHaveLength(0);
});

describe("nothing breaks", () => {
  test("on a token that the database does not have", async () => {
    const app = await registered(backend);
    for (const refresh_token of ["\0", "a\0b"]) {
      const form = { grant_type: "refresh_token", refresh_token };
      expect(outcomeOf(await exchange(backend, app, form))).toEqual([400, "invalid_request"]);
    }
  });

  test.each([
    ["application/json", "{"],
    ["application/json", "[]"],
    ["application/json", '{"grant_type":{}}'],
    ["application/x-www-form-urlencoded", "grant_type=%00&client_id=%ff&code=%"],
    ["text/plain", "\u0000"],
  ])("on a token request of type %s that reads %j", async (type, body) => {
    const headers = { "content-type": type };
    for (const authorization of ["", "Basic", "Basic %%%", `Basic ${btoa("%:%")}`]) {
      const response = await backend.request("/auth/v1/oauth/token", {
        method: "POST",
        headers: authorization ? { ...headers, authorization } : headers,
        body,
      });
      expect(response.status).toBe(400);
    }
  });

  test("where the server is off, may not register clients, or has no key for ID tokens", async () => {
    const closed = await raw(backend, "POST", "/oauth/clients/register", { body: {} });
    expect([closed.status, closed.body.error_code]).toEqual([
      ...[403, "oauth_dynamic_client_registration_disabled"],
    ]);
    const off = await startTestBackend({
      configure: ({ auth }) => {
        auth.jwtSecret = CLI_JWT_SECRET;
      },
    });
    try {
      for (const path of ["/oauth/authorize", "/.well-known/oauth-authorization-server"]) {
        const response = await raw(off, "GET", path);
        expect([response.status, response.body.error_code]).toEqual([404, "feature_disabled"]);
      }
      off.core.project.config.auth.oauthServer.enabled = true;
      const app = await registered(off);
      const { location } = await authorize(off, authorizeQuery(app, pkce().challenge));
      expect(location?.searchParams.get("error")).toBe("invalid_scope");
      expect((await startAuthorization(off, app, { scope: "email" })).name).toBeTruthy();
    } finally {
      await off.close();
    }
  });
});
