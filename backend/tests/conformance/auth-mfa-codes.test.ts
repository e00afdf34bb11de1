import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { mfaBackend } from "./auth-mfa-people.ts";
import { accepted, refused } from "./auth-people.ts";

const backend = mfaBackend();

describe("codes", () => {
  it("work once, and so does a challenge", async () => {
    const { client, factor, secret } = await backend.protectedPerson();
    const code = backend.codeOf(secret);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id });
    const challengeId = challenge?.id ?? "";
    const attempt = { factorId: factor.id, challengeId, code };
    expect((await client.auth.mfa.verify(attempt)).error).toBeNull();
    await refused(client.auth.mfa.verify(attempt), "mfa_ip_address_mismatch");
    await refused(
      client.auth.mfa.challengeAndVerify({ factorId: factor.id, code }),
      "mfa_verification_failed",
      422,
    );
    await refused(backend.verify(client, factor, -1), "mfa_verification_failed");
    await accepted(backend.verify(client, factor, 1));
  });

  it("work once also when used in many places at once", async () => {
    const { email, factor, secret } = await backend.protectedPerson();
    const clients = await Promise.all(
      [1, 2, 3, 4].map(async () => (await backend.signedIn(email)).client),
    );
    const code = backend.codeOf(secret);
    const all = await Promise.all(
      clients.map((client) => client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("cannot be guessed: one network gets five attempts, all together ten", async () => {
    const { client: owner, email, factor } = await backend.protectedPerson();
    const guess = async (client: SupabaseClient, steps = 100) => {
      const { error } = await backend.verify(client, factor, steps);
      return error?.code ?? null;
    };
    const wrong = "mfa_verification_failed";
    const { client: thief } = await backend.signedIn(email);
    for (let round = 0; round < 5; round += 1) expect(await guess(thief)).toBe(wrong);
    expect(await guess(thief, 0)).toBe("over_request_rate_limit");
    for (let round = 0; round < 5; round += 1) {
      const { client } = await backend.signedIn(email);
      expect(await guess(client)).toBe(wrong);
    }
    const { client: elsewhere } = await backend.signedIn(email);
    await refused(
      backend.verify(elsewhere, factor),
      "over_request_rate_limit",
      429,
      "Too many attempts. Please wait 30 minutes before trying again.",
    );
    // Where the owner has shown the second step before, nobody else's guesses count.
    expect(await guess(owner, 0)).toBeNull();
  });

  it("verify only a fresh challenge, of this factor, from this address", async () => {
    const { client, session, factor, secret } = await backend.protectedPerson();
    const token = (await client.auth.getSession()).data.session?.access_token;
    const other = await backend.protectedPerson();
    const foreign = await other.client.auth.mfa.challenge({ factorId: other.factor.id });
    const path = `/factors/${factor.id}`;
    const verify = (challenge_id: unknown, code: unknown, ip = "10.201.0.1") =>
      backend.outcome("POST", `${path}/verify`, { token, ip, body: { challenge_id, code } });
    const challenge = async () =>
      (await backend.raw("POST", `${path}/challenge`, { token, ip: "10.201.0.1" })).body.id;
    expect(session.access_token).not.toBe(token);
    const code = backend.codeOf(secret);
    expect(await verify(foreign.data?.id, code)).toEqual([422, "mfa_factor_not_found"]);
    expect(await verify(crypto.randomUUID(), code)).toEqual([422, "mfa_factor_not_found"]);
    expect(await verify("x", code)).toEqual([400, "validation_failed"]);
    expect(await verify(await challenge(), "")).toEqual([400, "validation_failed"]);
    expect(await verify(await challenge(), 123456)).toEqual([400, "validation_failed"]);
    const elsewhere = await verify(await challenge(), code, "10.202.0.1");
    expect(elsewhere).toEqual([422, "mfa_ip_address_mismatch"]);
    const late = await challenge();
    backend.clock.advance(301);
    expect(await verify(late, backend.codeOf(secret))).toEqual([422, "mfa_challenge_expired"]);
  });
});

describe("another's factor", () => {
  it("cannot be challenged, verified or removed", async () => {
    const victim = await backend.protectedPerson();
    const { client } = await backend.protectedPerson();
    const factorId = victim.factor.id;
    const notFound = ["mfa_factor_not_found", 404] as const;
    await refused(client.auth.mfa.challenge({ factorId }), ...notFound);
    const { data } = await victim.client.auth.mfa.challenge({ factorId });
    const attempt = { factorId, challengeId: data?.id ?? "", code: backend.codeOf(victim.secret) };
    await refused(client.auth.mfa.verify(attempt), ...notFound);
    await refused(client.auth.mfa.unenroll({ factorId }), ...notFound);
    expect((await victim.client.auth.mfa.verify(attempt)).error).toBeNull();
  });

  it("is for nobody without a session", async () => {
    const { factor } = await backend.protectedPerson();
    for (const [method, path] of [
      ["GET", "/factors"],
      ["POST", "/factors"],
      ["POST", `/factors/${factor.id}/challenge`],
      ["POST", `/factors/${factor.id}/verify`],
      ["DELETE", `/factors/${factor.id}`],
    ] as const) {
      expect(await backend.outcome(method, path)).toEqual([401, "no_authorization"]);
    }
  });
});
