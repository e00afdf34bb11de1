import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { enrol, mfaBackend } from "./auth-mfa-people.ts";
import { accepted, claimsOf, dataOf, newEmail, refused, tokenOf } from "./auth-people.ts";

const backend = mfaBackend();

describe("enrolling", () => {
  it("gives a secret, its address and a picture that reads as that address", async () => {
    const { client, email } = await backend.signedUp();
    const factor = await enrol(client);
    expect(factor).toMatchObject({ type: "totp", friendly_name: "phone" });
    const uri = new URL(factor.totp.uri);
    expect(decodeURIComponent(uri.pathname)).toBe(`/site.example:${email}`);
    expect(uri.searchParams.get("secret")).toBe(factor.totp.secret);
    const [prefix = "", svg = ""] = factor.totp.qr_code.split(/(?<=^[^,]*),/);
    expect(prefix).toBe("data:image/svg+xml;utf-8");
    expect(svg).not.toContain("#");
    const { data, info } = await sharp(Buffer.from(svg))
      .resize(600)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(factor.totp.uri);
    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed?.all).toMatchObject([{ id: factor.id, status: "unverified" }]);
    expect(listed?.totp).toEqual([]);
    expect(JSON.stringify(listed)).not.toContain(factor.totp.secret);
  });

  it("lifts the session with the first right code, and ends the others", async () => {
    const { client, email } = await backend.signedUp();
    const { session: elsewhere } = await backend.signedIn(email);
    const factor = await enrol(client);
    const spare = await enrol(client, "spare");
    const before = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
    const { mfa } = client.auth;
    const challenge = await dataOf(mfa.challenge({ factorId: factor.id }));
    expect(challenge.type).toBe("totp");
    expect(challenge.expires_at).toBeGreaterThan(backend.clock.now() / 1000 + 290);
    const code = backend.codeOf(factor.totp.secret);
    const attempt = { factorId: factor.id, challengeId: challenge.id, code };
    const { user } = await dataOf(mfa.verify(attempt));
    expect(user.factors).toMatchObject([{ id: factor.id, status: "verified" }]);
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2", methods: ["totp", "otp"] });
    const after = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(after.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    const { access_token: token, refresh_token } = elsewhere;
    expect((await backend.outcome("GET", "/user", { token }))[1]).toBe("session_not_found");
    await refused(backend.auth().refreshSession({ refresh_token }), "refresh_token_not_found");
    // Unfinished ones go: nobody may finish one later that the owner forgot.
    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed?.all.map(({ id }) => id)).not.toContain(spare.id);
  });

  it("allows no more than the limit when many requests arrive at once", async () => {
    const { client } = await backend.signedUp();
    const { mfa } = client.auth;
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        mfa.enroll({ factorType: "totp", friendlyName: `at once ${i}` }),
      ),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(3);
  });

  it("of another factor requires aal2 once one is verified", async () => {
    const { email, client } = await backend.protectedPerson();
    const { mfa } = (await backend.signedIn(email)).client.auth;
    const mine = { factorType: "totp", friendlyName: "mine" } as const;
    await refused(mfa.enroll(mine), "insufficient_aal", 403);
    expect((await enrol(client, "second")).id).toBeTruthy();
  });
});

describe("signing in with a factor", () => {
  it("starts at aal1, is lifted by a code, and stays lifted when refreshed", async () => {
    const { email, factor, client: first } = await backend.protectedPerson();
    const { client, session } = await backend.signedIn(email);
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: "aal1" });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    await accepted(backend.verify(client, factor));
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2", methods: ["totp", "password"] });
    // The other session at aal2 goes on.
    expect((await first.auth.getUser()).error).toBeNull();
    // The token from before the code is no way around it.
    const { access_token: token } = session;
    await backend.refuses(422, "insufficient_aal", "DELETE", `/factors/${factor.id}`, { token });
  });

  it("protects the password and the address until then", async () => {
    const { email, client } = await backend.protectedPerson();
    const { client: halfway } = await backend.signedIn(email);
    for (const change of [{ password: "another good one" }, { email: newEmail("thief") }]) {
      await refused(halfway.auth.updateUser(change), "insufficient_aal", 401);
    }
    await accepted(halfway.auth.updateUser({ data: { nick: "x" } }));
    await accepted(client.auth.updateUser({ password: "another good one" }));
  });
});

describe("removing a factor", () => {
  it("requires aal2, and lowers the sessions that it had raised", async () => {
    const { client, email, factor, user } = await backend.protectedPerson();
    const { client: halfway } = await backend.signedIn(email);
    await refused(halfway.auth.mfa.unenroll({ factorId: factor.id }), "insufficient_aal", 422);
    const removal = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(removal).toEqual({ data: { id: factor.id }, error: null });
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1", methods: ["otp"] });
    const again = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(again.error).toMatchObject({ status: 404 });
    const trail = (await backend.trailOf(user.id)).filter(({ log_type }) => log_type === "factor");
    expect(trail.map(({ action }) => action)).toEqual([
      "factor_in_progress",
      "challenge_created",
      "verification_attempted",
      "factor_unenrolled",
    ]);
  });

  it("is done by the operator for a person who lost theirs", async () => {
    const { user, email, factor } = await backend.protectedPerson();
    const admin = backend.admin();
    const { data } = await admin.mfa.listFactors({ userId: user.id });
    expect(data?.factors).toMatchObject([{ id: factor.id, factor_type: "totp" }]);
    expect(JSON.stringify(data)).not.toContain(factor.totp.secret);
    const other = await backend.protectedPerson();
    const theirs = { userId: other.user.id, id: factor.id };
    await refused(admin.mfa.deleteFactor(theirs), "mfa_factor_not_found", 404);
    await accepted(admin.mfa.deleteFactor({ userId: user.id, id: factor.id }));
    const { client } = await backend.signedIn(email);
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
    const path = `/admin/users/${other.user.id}/factors`;
    const token = await tokenOf(client);
    for (const [method, where] of [
      ["GET", path],
      ["DELETE", `${path}/${other.factor.id}`],
    ] as const)
      await backend.refuses(403, "not_admin", method, where, { token });
  });
});

describe("codes", () => {
  it("work once, and so does a challenge", async () => {
    const { client, factor, secret } = await backend.protectedPerson();
    const { mfa } = client.auth;
    const code = backend.codeOf(secret);
    const { id: challengeId } = await dataOf(mfa.challenge({ factorId: factor.id }));
    const attempt = { factorId: factor.id, challengeId, code };
    await accepted(mfa.verify(attempt));
    await refused(mfa.verify(attempt), "mfa_ip_address_mismatch");
    const again = mfa.challengeAndVerify({ factorId: factor.id, code });
    await refused(again, "mfa_verification_failed", 422);
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
    const why = "Too many attempts. Please wait 30 minutes before trying again.";
    await refused(backend.verify(elsewhere, factor), "over_request_rate_limit", 429, why);
    // Where the owner has shown the second step before, nobody else's guesses count.
    expect(await guess(owner, 0)).toBeNull();
  });

  it("verify only a fresh challenge, of this factor, from this address", async () => {
    const { client, session, factor, secret } = await backend.protectedPerson();
    const token = await tokenOf(client);
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
    const { id: challengeId } = await dataOf(victim.client.auth.mfa.challenge({ factorId }));
    const attempt = { factorId, challengeId, code: backend.codeOf(victim.secret) };
    await refused(client.auth.mfa.verify(attempt), ...notFound);
    await refused(client.auth.mfa.unenroll({ factorId }), ...notFound);
    expect((await victim.client.auth.mfa.verify(attempt)).error).toBeNull();
  });

  it("is for nobody without a session", async () => {
    const { factor } = await backend.protectedPerson();
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["POST", `/${factor.id}/challenge`],
      ["POST", `/${factor.id}/verify`],
      ["DELETE", `/${factor.id}`],
      ["GET", "/recovery-codes"],
      ["POST", "/recovery-codes"],
      ["POST", "/recovery-codes/regenerate"],
      ["POST", "/recovery-codes/verify"],
      ["DELETE", "/recovery-codes"],
    ] as const)
      await backend.refuses(401, "no_authorization", method, `/factors${path}`);
  });
});
