import { decodeJwt } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { derive } from "#backend/auth/passwords/hashing.ts";
import { perTest } from "#backend/tests/per-file.ts";
import {
  accepted,
  authBackend,
  dataOf,
  newAddress,
  newEmail,
  PASSWORD,
  refused,
  startAuth,
} from "./auth-people.ts";

vi.mock("#backend/auth/passwords/hashing.ts", async (original) => {
  const { derive } = await original<typeof import("#backend/auth/passwords/hashing.ts")>();
  return { derive: vi.fn(derive) };
});

const backend = authBackend((_auth) => {}, { realHashes: true });

describe("signing in with a password", () => {
  it("gives a session whose token names the user and the method", async () => {
    const { email, user } = await backend.signedUp();
    const client = backend.client();
    const { user: own, session } = await dataOf(
      client.auth.signInWithPassword({ email, password: PASSWORD }),
    );
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
    expect(own.last_sign_in_at).toBeTruthy();
    const verified = await dataOf(client.auth.getClaims(session.access_token));
    expect(verified?.claims.sub).toBe(user.id);
  });

  it("does not reveal which half was wrong", async () => {
    const { email } = await backend.signedUp();
    const wrong = await backend.signIn(email, "not it");
    const unknown = await backend.signIn(newEmail("nobody"), "not it");
    const message = "Invalid login credentials";
    expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials", message });
    expect(unknown.error).toEqual(wrong.error);
  });

  it("calculates as much for an unknown address as for a wrong password", async () => {
    const { email } = await backend.signedUp();
    const work = async (address: string) => {
      vi.mocked(derive).mockClear();
      await backend.attempt(address, "not it", newAddress());
      const { calls } = vi.mocked(derive).mock;
      return calls.map(([{ memory, passes, parallelism, tagLength }]) => [
        memory,
        passes,
        parallelism,
        tagLength,
      ]);
    };
    // The first one also makes the hash that stands for unknown ones.
    await work(newEmail("nobody"));
    const known = await work(email);
    expect(known).toHaveLength(1);
    expect(await work(newEmail("nobody"))).toEqual(known);
  });

  it("stops guessing at one account from many networks, and only at that one", async () => {
    const { email } = await backend.signedUp();
    // On a busy machine thirty may take longer than the twenty seconds after which one more is allowed.
    backend.clock.stop();
    onTestFinished(backend.clock.start);
    // Each from a network of its own.
    const attempt = (address: string, password: string) =>
      backend.attempt(address, password, newAddress());
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => attempt(email, `guess ${i}`)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await attempt(email, PASSWORD)).body.error_code).toBe("over_request_rate_limit");
    expect((await attempt(newEmail("nobody"), PASSWORD)).status).toBe(400);
    backend.clock.advance(301);
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });

  it("accepts bcrypt hashes of seeds and then stores its own", async () => {
    const email = newEmail();
    const [row] = await backend.db.query<{ hash: string }>(
      "select extensions.crypt($1, extensions.gen_salt('bf', 6)) as hash",
      [PASSWORD],
    );
    const bcrypt = (row?.hash ?? "").replace("$2a$", "$2b$");
    const seeded = { email, password_hash: bcrypt, email_confirm: true };
    await accepted(backend.admin().createUser(seeded));
    const stored = async () => (await backend.accountsWith(email))[0]?.encrypted_password;
    expect(await stored()).toBe(bcrypt);
    await refused(backend.signIn(email, "wrong"), "invalid_credentials");
    expect((await backend.signIn(email)).error).toBeNull();
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await backend.signIn(email)).error).toBeNull();
  });

  it("admits nobody by address where email is turned off", async () => {
    const closed = await perTest(
      startAuth((auth) => {
        auth.email.enableSignup = false;
      }),
    );
    const email = await closed.account();
    const why = "Email logins are disabled";
    await refused(closed.signIn(email), "email_provider_disabled", 422, why);
    expect((await closed.raw("GET", "/settings")).body.external).toMatchObject({ email: false });
  });
});
