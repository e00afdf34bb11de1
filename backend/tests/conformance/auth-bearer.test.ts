import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { encoded } from "#backend/tests/official-client.ts";
import { accepted, authBackend } from "./auth-people.ts";

const backend = authBackend();

const NOBODY = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";

/** What the service says about a token, in GoTrue's own words, which clients distinguish. */
describe("a token", () => {
  const outcomeOf = async (token: string) => {
    const { status, body } = await backend.raw("GET", "/user", { token });
    return [status, body.error_code, body.msg];
  };
  const minted = (claims: Record<string, unknown>) =>
    backend.tokens.sign({
      role: "authenticated",
      exp: Math.floor(backend.clock.now() / 1000) + 60,
      ...claims,
    });

  it.each([
    [{}, 403, "bad_jwt", "invalid claim: missing sub claim"],
    [{ sub: "me" }, 400, "bad_jwt", "invalid claim: sub claim must be a UUID"],
    [{ sub: NOBODY }, 403, "user_not_found", "User from sub claim in JWT does not exist"],
  ])("of %j", async (claims, ...refusal) => {
    expect(await outcomeOf(await minted(claims))).toEqual(refusal);
  });

  it("of a session", async () => {
    const { user } = await backend.signedUp();
    const of = async (session_id: string) => outcomeOf(await minted({ sub: user.id, session_id }));
    const removed = "Session from session_id claim in JWT does not exist";
    expect(await of(NOBODY)).toEqual([403, "session_not_found", removed]);
    const malformed = "invalid claim: session_id claim must be a UUID";
    expect(await of("mine")).toEqual([403, "bad_jwt", malformed]);
  });

  it("without a session, or of a user who was deleted since, names nobody", async () => {
    const { client, user } = await backend.signedUp();
    for (const session_id of [undefined, "00000000-0000-0000-0000-000000000000"]) {
      const token = await minted({ sub: user.id, session_id });
      const { data, error } = await backend.auth().getUser(token);
      expect([data.user?.id, error]).toEqual([user.id, null]);
      const change = { token, body: { data: { a: 1 } } };
      await backend.refuses(403, "session_not_found", "PUT", "/user", change);
    }
    await backend.admin().updateUserById(user.id, { ban_duration: "1h" });
    const token = await minted({ sub: user.id });
    await backend.refuses(403, "user_banned", "GET", "/user", { token });
    await backend.admin().updateUserById(user.id, { ban_duration: "none" });
    await backend.admin().deleteUser(user.id, true);
    expect((await outcomeOf(await minted({ sub: user.id })))[1]).toBe("user_not_found");
    await backend.admin().deleteUser(user.id);
    const missing = { name: "AuthApiError", status: 403, code: "user_not_found" };
    expect((await client.auth.getUser()).error).toMatchObject(missing);
    await accepted(client.auth.signOut());
  });

  it("that cannot be read, of strangers, of nobody and of yesterday", async () => {
    const { access_token: own } = (await backend.signedUp()).session;
    const [head, body, signature] = own.split(".");
    const claims = encoded({ ...decodeJwt(own), role: "service_role" });
    const invalid = "invalid JWT: unable to parse or verify signature, ";
    const forged = `${invalid}token signature is invalid: signature is invalid`;
    const expired = `${invalid}token has invalid claims: token is expired`;
    const segments = "token is malformed: token contains an invalid number of segments";
    const refusals: [token: string, why: unknown][] = [
      ["nonsense", `${invalid}${segments}`],
      [own.replace(/.{10}$/, "AAAAAAAAAA"), forged],
      [await minted({ exp: 1000 }), expired],
      [`${head}.${claims}.${signature}`, forged],
      [`${encoded({ alg: "none", typ: "JWT" })}.${body}.`, expect.any(String)],
      [backend.keys.anon, expect.any(String)],
      [backend.keys.serviceRole, expect.any(String)],
    ];
    for (const [token, why] of refusals)
      expect(await outcomeOf(token), token).toEqual([403, "bad_jwt", why]);
    await backend.refuses(401, "no_authorization", "GET", "/user");
    expect((await outcomeOf(own))[0]).toBe(200);
    backend.clock.advance(3601);
    expect(await outcomeOf(own)).toEqual([403, "bad_jwt", expired]);
  });
});

const recover = () => backend.raw("POST", "/recover", { body: { email: "nobody@example.org" } });

it("after the clock was set back nobody waits longer than the limit's own window", async () => {
  expect((await recover()).status).toBe(200);
  const soon = await recover();
  expect(soon.status).toBe(429);
  const pause = Number(soon.headers.get("retry-after"));
  backend.clock.advance(-3600);
  const later = await recover();
  expect(later.status).toBe(429);
  expect(Number(later.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(later.headers.get("retry-after"))).toBeLessThanOrEqual(pause + 60);
  backend.clock.advance(61);
  expect((await recover()).status).toBe(200);
});
