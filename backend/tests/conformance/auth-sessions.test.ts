import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { dataOf, officialClient } from "#backend/tests/official-client.ts";
import { accepted, authBackend, newAddress, refused, tokenOf } from "./auth-people.ts";

/** Passwords are hashed as in earnest. */
const backend = authBackend(
  (auth) => {
    auth.rateLimit.tokenRefresh = 30;
  },
  { realHashes: true },
);

const refresh = async (refresh_token: unknown, ip = newAddress()) => {
  const options = { body: { refresh_token }, ip };
  const { status, body } = await backend.raw("POST", "/token?grant_type=refresh_token", options);
  return { status, code: body.error_code, refresh_token: body.refresh_token };
};
const USED = { status: 400, code: "refresh_token_already_used" };

describe("refreshing", () => {
  it("renews the token, and keeps the session and its methods", async () => {
    const { client, session } = await backend.signedUp();
    const before = decodeJwt(session.access_token);
    backend.clock.advance(5);
    const renewed = await dataOf(client.auth.refreshSession());
    expect(renewed.session?.refresh_token).not.toBe(session.refresh_token);
    const after = decodeJwt(await tokenOf(client));
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
    expect(after.iat).toBeGreaterThanOrEqual((before.iat ?? 0) + 5);
  });

  it("says when the person proved who they are as the first token did", async () => {
    const { now } = backend.clock;
    let reads = 0;
    // A second passes from one reading of the clock to the next.
    const slow = vi.spyOn(backend.clock, "now").mockImplementation(() => now() + 1000 * reads++);
    onTestFinished(() => slow.mockRestore());
    const { client, session } = await backend.signedUp();
    await client.auth.refreshSession();
    const { amr } = decodeJwt(session.access_token);
    expect(decodeJwt(await tokenOf(client)).amr).toEqual(amr);
  });

  it("gives one response to simultaneous refreshes of one token", async () => {
    const { session } = await backend.signedUp();
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(session.refresh_token)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(responses.map((response) => response.refresh_token)).size).toBe(1);
  });

  it("revokes the whole family when an old token is used after the interval", async () => {
    const { session, client } = await backend.signedUp();
    const { refresh_token } = await refresh(session.refresh_token);
    backend.clock.advance(11);
    expect(await refresh(session.refresh_token)).toMatchObject(USED);
    expect(await refresh(refresh_token)).toMatchObject(USED);
    const again = client.auth.refreshSession({ refresh_token: String(refresh_token) });
    await refused(again, "refresh_token_already_used");
  });

  it("does not accept the token before the last as if its response was lost", async () => {
    const { session } = await backend.signedUp();
    await refresh((await refresh(session.refresh_token)).refresh_token);
    expect(await refresh(session.refresh_token)).toMatchObject(USED);
  });

  it("ends with the user", async () => {
    const { session, user } = await backend.signedUp();
    await backend.admin().updateUserById(user.id, { ban_duration: "1h" });
    expect((await refresh(session.refresh_token)).status).toBe(400);
    const other = await backend.signedUp();
    await backend.setAccount(other.user.id, "banned_until = 'infinity'");
    const banned = backend.auth().refreshSession(other.session);
    await refused(banned, "user_banned", 400, "Invalid Refresh Token: User Banned");
    const removed = await backend.signedUp();
    await backend.admin().deleteUser(removed.user.id);
    const { code } = await refresh(removed.session.refresh_token);
    expect(code).toBe("refresh_token_not_found");
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
  const isSignedIn = async (client: SupabaseClient) =>
    (await backend.raw("GET", "/user", { token: await tokenOf(client) })).body;

  it("of this session leaves the others", async () => {
    const { one, two } = await twoSessions();
    const { access_token: token = "", refresh_token } =
      (await one.auth.getSession()).data.session ?? {};
    await accepted(one.auth.signOut({ scope: "local" }));
    await backend.refuses(403, "session_not_found", "GET", "/user", { token });
    expect((await refresh(refresh_token)).code).toBe("refresh_token_not_found");
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
    const token = await tokenOf(two);
    expect((await one.auth.signOut({ scope: "global" })).error).toBeNull();
    expect(await isSignedIn(two)).toMatchObject({ error_code: "session_not_found" });
    expect((await backend.raw("POST", "/logout", { token })).status).toBe(403);
    expect((await two.auth.signOut()).error).toBeNull();
  });
});

it("an access token gives the user access to their own data over a real socket", async () => {
  const { session, user } = await backend.signedUp();
  const { auth } = officialClient(backend.url, backend.keys.anon);
  expect((await dataOf(auth.getUser(session.access_token))).user.id).toBe(user.id);
});
