import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { refused } from "./auth-people.ts";
import { freshIp, sessionBackend } from "./auth-session-people.ts";

const backend = sessionBackend();

const refresh = (refresh_token: unknown, ip?: string) =>
  backend.raw("POST", "/token?grant_type=refresh_token", { body: { refresh_token }, ip });

describe("refreshing", () => {
  it("renews the token, and keeps the session and its methods", async () => {
    const { client, session } = await backend.signedUp();
    const before = decodeJwt(session.access_token);
    backend.clock.advance(5);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const after = decodeJwt(data.session?.access_token ?? "");
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
    expect(after.iat).toBeGreaterThanOrEqual((before.iat ?? 0) + 5);
  });

  it("says when the person proved who they are as the first token did", async () => {
    const { now } = backend.clock;
    let reads = 0;
    // A second passes from one reading of the clock to the next.
    backend.clock.now = () => now() + 1000 * reads++;
    try {
      const { client, session } = await backend.signedUp();
      const { data } = await client.auth.refreshSession();
      const { amr } = decodeJwt(session.access_token);
      expect(decodeJwt(data.session?.access_token ?? "").amr).toEqual(amr);
    } finally {
      backend.clock.now = now;
    }
  });

  it("gives one response to simultaneous refreshes of one token", async () => {
    const { session } = await backend.signedUp();
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => refresh(session.refresh_token, freshIp())),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it("revokes the whole family when an old token is used after the interval", async () => {
    const { session, client } = await backend.signedUp();
    const next = await refresh(session.refresh_token, freshIp());
    backend.clock.advance(11);
    const reused = await refresh(session.refresh_token, freshIp());
    expect([reused.status, reused.body.error_code]).toEqual([400, "refresh_token_already_used"]);
    const victim = await refresh(next.body.refresh_token, freshIp());
    expect([victim.status, victim.body.error_code]).toEqual([400, "refresh_token_already_used"]);
    await refused(
      client.auth.refreshSession({ refresh_token: String(next.body.refresh_token) }),
      "refresh_token_already_used",
    );
  });

  it("does not accept the token before the last as if its response was lost", async () => {
    const { session } = await backend.signedUp();
    const second = await refresh(session.refresh_token, freshIp());
    await refresh(second.body.refresh_token, freshIp());
    const old = await refresh(session.refresh_token, freshIp());
    expect(old.body.error_code).toBe("refresh_token_already_used");
  });

  it("ends with the user", async () => {
    const { session, user } = await backend.signedUp();
    await backend.admin().updateUserById(user.id, { ban_duration: "1h" });
    expect((await refresh(session.refresh_token, freshIp())).status).toBe(400);
    const other = await backend.signedUp();
    await backend.setAccount(other.user.id, "banned_until = 'infinity'");
    const banned = await refresh(other.session.refresh_token, freshIp());
    expect([banned.status, banned.body.error_code, banned.body.msg]).toEqual([
      400,
      "user_banned",
      "Invalid Refresh Token: User Banned",
    ]);
    const removed = await backend.signedUp();
    await backend.admin().deleteUser(removed.user.id);
    expect((await refresh(removed.session.refresh_token, freshIp())).body.error_code).toBe(
      "refresh_token_not_found",
    );
  });

  it("is limited by address", async () => {
    for (let i = 0; i < 30; i += 1) await refresh("nope", "198.51.100.9");
    expect((await refresh("nope", "198.51.100.9")).status).toBe(429);
  });
});

describe("signing out", () => {
  const twoSessions = async () => {
    const { client: one, email } = await backend.signedUp();
    return { one, two: (await backend.signedIn(email)).client };
  };
  const isSignedIn = async (client: SupabaseClient) => {
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token ?? "";
    return (await backend.raw("GET", "/user", { token })).body;
  };

  it("of this session leaves the others", async () => {
    const { one, two } = await twoSessions();
    const token = (await one.auth.getSession()).data.session?.access_token ?? "";
    const refreshToken = (await one.auth.getSession()).data.session?.refresh_token;
    expect((await one.auth.signOut({ scope: "local" })).error).toBeNull();
    await backend.refuses(403, "session_not_found", "GET", "/user", { token });
    expect((await refresh(refreshToken, freshIp())).body.error_code).toBe(
      "refresh_token_not_found",
    );
    expect(await isSignedIn(two)).toHaveProperty("email");
  });

  it("of the others leaves this one", async () => {
    const { one, two } = await twoSessions();
    expect((await two.auth.signOut({ scope: "others" })).error).toBeNull();
    expect(await isSignedIn(one)).toMatchObject({ error_code: "session_not_found" });
    expect(await isSignedIn(two)).toHaveProperty("email");
  });

  it("of all ends all, and again does no harm", async () => {
    const { one, two } = await twoSessions();
    const token = (await two.auth.getSession()).data.session?.access_token ?? "";
    expect((await one.auth.signOut({ scope: "global" })).error).toBeNull();
    expect(await isSignedIn(two)).toMatchObject({ error_code: "session_not_found" });
    expect((await backend.raw("POST", "/logout", { token })).status).toBe(403);
    expect((await two.auth.signOut()).error).toBeNull();
  });
});

describe("access tokens", () => {
  it("publishes the key that its tokens are signed with, and not the private half", async () => {
    const { body } = await backend.raw("GET", "/.well-known/jwks.json");
    const [key] = body.keys as Record<string, unknown>[];
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256" });
    expect(key).not.toHaveProperty("d");
  });

  it("of strangers, of nobody and of yesterday are refused", async () => {
    const { session } = await backend.signedUp();
    const getUser = (token?: string) => backend.outcome("GET", "/user", { token });
    const [head, body, signature] = session.access_token.split(".");
    const forged = Buffer.from(
      JSON.stringify({ ...decodeJwt(session.access_token), role: "service_role" }),
    ).toString("base64url");
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    expect(await getUser()).toEqual([401, "no_authorization"]);
    expect(await getUser(`${head}.${forged}.${signature}`)).toEqual([403, "bad_jwt"]);
    expect(await getUser(`${none}.${body}.`)).toEqual([403, "bad_jwt"]);
    expect(await getUser("nonsense")).toEqual([403, "bad_jwt"]);
    expect(await getUser(backend.keys.anon)).toEqual([403, "bad_jwt"]);
    expect(await getUser(backend.keys.serviceRole)).toEqual([403, "bad_jwt"]);
    backend.clock.advance(3601);
    expect(await getUser(session.access_token)).toEqual([403, "bad_jwt"]);
  });

  it("give the user access to their own data over a real socket", async () => {
    const { session, user } = await backend.signedUp();
    const client = createClient(backend.url, backend.keys.anon, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.getUser(session.access_token);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
  });
});
