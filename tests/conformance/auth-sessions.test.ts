import { createClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/backend.ts";
import { newEmail, operatorOf, PASSWORD, personAt, raw, signedUp } from "./auth-people.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    realHashes: true,
    configure: ({ auth }) => {
      auth.email.enableConfirmations = true;
      auth.rateLimit.tokenRefresh = 30;
    },
  });
});
afterAll(() => backend.close());

const refresh = (refresh_token: unknown, ip?: string) =>
  raw(backend, "POST", "/token?grant_type=refresh_token", { body: { refresh_token }, ip });

let nets = 0;
const freshIp = () => {
  nets += 1;
  return `10.77.${nets >> 8}.${nets & 255}`;
};

describe("signing in with a password", () => {
  it("gives a session whose token says who and how", async () => {
    const { email, user } = await signedUp(backend);
    const client = personAt(backend);
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    const session = data.session;
    if (!session) throw new Error("no session");
    const claims = decodeJwt(session.access_token);
    expect(claims).toMatchObject({
      iss: `${backend.url}/auth/v1`,
      sub: user.id,
      aud: "authenticated",
      email,
      phone: "",
      role: "authenticated",
      aal: "aal1",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect(claims.exp).toBe((claims.iat ?? 0) + 3600);
    // Signed a moment after the password was checked, which may be the next second.
    const proved = (claims.amr as { timestamp: number }[])[0]?.timestamp ?? 0;
    expect(claims.amr).toEqual([{ method: "password", timestamp: proved }]);
    expect([0, 1, 2]).toContain((claims.iat ?? 0) - proved);
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.expires_in).toBe(3600);
    expect(data.user?.last_sign_in_at).toBeTruthy();

    const verified = await client.auth.getClaims(session.access_token);
    expect(verified.error).toBeNull();
    expect(verified.data?.claims.sub).toBe(user.id);
  });

  it("publishes the key that its tokens are signed with, and not the private half", async () => {
    const { body } = await raw(backend, "GET", "/.well-known/jwks.json");
    const [key] = body.keys as Record<string, unknown>[];
    expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256" });
    expect(key).not.toHaveProperty("d");
  });

  it("tells nobody which half was wrong", async () => {
    const { email } = await signedUp(backend);
    const wrong = await personAt(backend).auth.signInWithPassword({ email, password: "not it" });
    const unknown = await personAt(backend).auth.signInWithPassword({
      email: newEmail("nobody"),
      password: "not it",
    });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
    expect(unknown.error).toEqual(wrong.error);
  });

  it("takes as long for an unknown address as for a wrong password", async () => {
    const { email } = await signedUp(backend);
    const time = async (address: string) => {
      const start = performance.now();
      await raw(backend, "POST", "/token?grant_type=password", {
        body: { email: address, password: "not it" },
        ip: freshIp(),
      });
      return performance.now() - start;
    };
    await time(newEmail("nobody"));
    const median = (values: number[]) => values.sort((a, b) => a - b)[4] ?? 0;
    const round = async () => {
      const known: number[] = [];
      const unknown: number[] = [];
      for (let i = 0; i < 9; i += 1) {
        known.push(await time(email));
        unknown.push(await time(newEmail("nobody")));
      }
      const ratio = median(unknown) / median(known);
      return ratio > 0.5 && ratio < 2;
    };
    // A machine that is busy with something else blurs one round; a hash left out shows in each.
    expect((await round()) || (await round()) || (await round())).toBe(true);
  });

  it("stops guessing at one account from many addresses, and only at that one", async () => {
    const { email } = await signedUp(backend);
    const attempt = (address: string, password: string) =>
      raw(backend, "POST", "/token?grant_type=password", {
        body: { email: address, password },
        ip: freshIp(),
      });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => attempt(email, `guess ${i}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await attempt(email, PASSWORD)).body.error_code).toBe("over_request_rate_limit");
    expect((await attempt(newEmail("nobody"), PASSWORD)).status).toBe(400);
    backend.clock.advance(301);
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  it("accepts bcrypt hashes of seeds and keeps its own afterwards", async () => {
    const email = newEmail();
    const operator = operatorOf(backend);
    const [row] = await backend.db.query<{ hash: string }>(
      "select extensions.crypt($1, extensions.gen_salt('bf', 6)) as hash",
      [PASSWORD],
    );
    const bcrypt = (row?.hash ?? "").replace("$2a$", "$2b$");
    const made = await operator.auth.admin.createUser({
      email,
      password_hash: bcrypt,
      email_confirm: true,
    });
    expect(made.error).toBeNull();
    const stored = async () =>
      (
        await backend.db.query<{ hash: string }>(
          "select encrypted_password as hash from auth.users where email = $1",
          [email],
        )
      )[0]?.hash;
    expect(await stored()).toBe(bcrypt);
    const wrong = await personAt(backend).auth.signInWithPassword({ email, password: "wrong" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
    const right = await personAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toBeNull();
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const again = await personAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
  });

  it("refuses wrong types and unknown grants", async () => {
    const post = async (path: string, body: unknown) => {
      const answer = await raw(backend, "POST", path, { body, ip: freshIp() });
      return [answer.status, answer.body.error_code];
    };
    expect(await post("/token?grant_type=password", { email: {}, password: [] })).toEqual([
      400,
      "validation_failed",
    ]);
    expect(await post("/token?grant_type=password", {})).toEqual([400, "validation_failed"]);
    expect(await post("/token?grant_type=magic", {})).toEqual([400, "invalid_credentials"]);
    expect(await post("/token", {})).toEqual([400, "invalid_credentials"]);
    expect(await post("/token?grant_type=refresh_token", { refresh_token: 7 })).toEqual([
      400,
      "validation_failed",
    ]);
    expect(await post("/token?grant_type=refresh_token", { refresh_token: "nope" })).toEqual([
      400,
      "refresh_token_not_found",
    ]);
  });
});

describe("refreshing", () => {
  it("changes the token, keeps the session and its methods", async () => {
    const { client, session } = await signedUp(backend);
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

  it("gives one answer to simultaneous refreshes of one token", async () => {
    const { session } = await signedUp(backend);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => refresh(session.refresh_token, freshIp())),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  it("revokes the whole family when an old token is used after the interval", async () => {
    const { session, client } = await signedUp(backend);
    const next = await refresh(session.refresh_token, freshIp());
    backend.clock.advance(11);
    const reused = await refresh(session.refresh_token, freshIp());
    expect([reused.status, reused.body.error_code]).toEqual([400, "refresh_token_already_used"]);
    const victim = await refresh(next.body.refresh_token, freshIp());
    expect([victim.status, victim.body.error_code]).toEqual([400, "refresh_token_already_used"]);
    const { error } = await client.auth.refreshSession({
      refresh_token: String(next.body.refresh_token),
    });
    expect(error).toMatchObject({ code: "refresh_token_already_used" });
  });

  it("does not take the last but one for a lost answer", async () => {
    const { session } = await signedUp(backend);
    const second = await refresh(session.refresh_token, freshIp());
    await refresh(second.body.refresh_token, freshIp());
    const old = await refresh(session.refresh_token, freshIp());
    expect(old.body.error_code).toBe("refresh_token_already_used");
  });

  it("ends with the user", async () => {
    const { session, user } = await signedUp(backend);
    await operatorOf(backend).auth.admin.updateUserById(user.id, { ban_duration: "1h" });
    expect((await refresh(session.refresh_token, freshIp())).status).toBe(400);
    const kept = await signedUp(backend);
    await backend.db.query("update auth.users set banned_until = 'infinity' where id = $1", [
      kept.user.id,
    ]);
    const banned = await refresh(kept.session.refresh_token, freshIp());
    expect([banned.status, banned.body.error_code, banned.body.msg]).toEqual([
      400,
      "user_banned",
      "Invalid Refresh Token: User Banned",
    ]);
    const gone = await signedUp(backend);
    await operatorOf(backend).auth.admin.deleteUser(gone.user.id);
    expect((await refresh(gone.session.refresh_token, freshIp())).body.error_code).toBe(
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
    const first = await signedUp(backend);
    const client = personAt(backend);
    await client.auth.signInWithPassword({ email: first.email, password: PASSWORD });
    return { one: first.client, two: client };
  };
  const stands = async (client: ReturnType<typeof personAt>) => {
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token ?? "";
    return (await raw(backend, "GET", "/user", { token })).body;
  };

  it("of this session leaves the others", async () => {
    const { one, two } = await twoSessions();
    const token = (await one.auth.getSession()).data.session?.access_token ?? "";
    const refreshToken = (await one.auth.getSession()).data.session?.refresh_token;
    expect((await one.auth.signOut({ scope: "local" })).error).toBeNull();
    const gone = await raw(backend, "GET", "/user", { token });
    expect([gone.status, gone.body.error_code]).toEqual([403, "session_not_found"]);
    expect((await refresh(refreshToken, freshIp())).body.error_code).toBe(
      "refresh_token_not_found",
    );
    expect(await stands(two)).toHaveProperty("email");
  });

  it("of the others leaves this one", async () => {
    const { one, two } = await twoSessions();
    expect((await two.auth.signOut({ scope: "others" })).error).toBeNull();
    expect(await stands(one)).toMatchObject({ error_code: "session_not_found" });
    expect(await stands(two)).toHaveProperty("email");
  });

  it("of all ends all, and again does no harm", async () => {
    const { one, two } = await twoSessions();
    const token = (await two.auth.getSession()).data.session?.access_token ?? "";
    expect((await one.auth.signOut({ scope: "global" })).error).toBeNull();
    expect(await stands(two)).toMatchObject({ error_code: "session_not_found" });
    expect((await raw(backend, "POST", "/logout", { token })).status).toBe(403);
    expect((await two.auth.signOut()).error).toBeNull();
  });

  it("refuses a scope that it does not know", async () => {
    const { session } = await signedUp(backend);
    const answer = await raw(backend, "POST", "/logout?scope=world", {
      token: session.access_token,
    });
    expect([answer.status, answer.body.error_code]).toEqual([400, "validation_failed"]);
  });
});

describe("access tokens", () => {
  it("of strangers, of nobody and of yesterday are refused", async () => {
    const { session } = await signedUp(backend);
    const ask = async (token?: string) => {
      const answer = await raw(backend, "GET", "/user", { token });
      return [answer.status, answer.body.error_code];
    };
    const [head, body, signature] = session.access_token.split(".");
    const forged = Buffer.from(
      JSON.stringify({ ...decodeJwt(session.access_token), role: "service_role" }),
    ).toString("base64url");
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    expect(await ask()).toEqual([401, "no_authorization"]);
    expect(await ask(`${head}.${forged}.${signature}`)).toEqual([403, "bad_jwt"]);
    expect(await ask(`${none}.${body}.`)).toEqual([403, "bad_jwt"]);
    expect(await ask("nonsense")).toEqual([403, "bad_jwt"]);
    expect(await ask(backend.keys.anon)).toEqual([403, "bad_jwt"]);
    expect(await ask(backend.keys.serviceRole)).toEqual([403, "bad_jwt"]);
    backend.clock.advance(3601);
    expect(await ask(session.access_token)).toEqual([403, "bad_jwt"]);
  });

  it("let the person at their own data over a real socket", async () => {
    const { session, user } = await signedUp(backend);
    const client = createClient(backend.url, backend.keys.anon, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.getUser(session.access_token);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
  });
});

it("answers what it has and where it has nothing", async () => {
  const settings = await raw(backend, "GET", "/settings");
  expect(settings.body).toMatchObject({
    disable_signup: false,
    mailer_autoconfirm: false,
    external: { email: true, phone: false },
  });
  expect((await raw(backend, "GET", "/health")).body.name).toBe("GoTrue");
  const nothing = await raw(backend, "GET", "/factories");
  expect([nothing.status, nothing.body]).toEqual([
    404,
    { code: 404, error_code: "not_found", msg: "There is no such endpoint" },
  ]);
  const versioned = await raw(backend, "DELETE", "/user", {
    headers: { "x-supabase-api-version": "2024-01-01" },
  });
  expect(versioned.body).toEqual({ code: "not_found", message: "There is no such endpoint" });
  expect(versioned.headers.get("x-supabase-api-version")).toBe("2024-01-01");
});
