import { expect, it } from "vitest";
import { codeAt } from "./auth-mfa-people.ts";
import {
  accepted,
  authBackend,
  claimsOf,
  dataOf,
  newEmail,
  PASSWORD,
  refused,
} from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.enableConfirmations = false;
  auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
});

/** The official client with its recovery codes, which it still calls an experiment. */
const clientOf = () => backend.client({ experimental: { recoveryCodes: true } });

const signIn = async (email: string) => {
  const client = clientOf();
  await dataOf(client.auth.signInWithPassword({ email, password: PASSWORD }));
  return client;
};

/** Somebody at aal2 with an authenticator and recovery codes. */
const person = async () => {
  const client = clientOf();
  const email = newEmail("paper");
  const { user } = await dataOf(client.auth.signUp({ email, password: PASSWORD }));
  const factor = await dataOf(client.auth.mfa.enroll({ factorType: "totp" }));
  const code = codeAt(backend, factor.totp.secret);
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  const set = await dataOf(client.auth.mfa.recoveryCodes.generate());
  return { client, email, factor, userId: user?.id ?? "", set };
};

it("are shown once, count as a factor, and each raises one session once", async () => {
  const { email, set, client } = await person();
  expect(set).toMatchObject({ type: "recovery_code", friendly_name: "Recovery codes", total: 10 });
  expect(new Set(set.codes).size).toBe(10);
  for (const code of set.codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const { data: listed } = await client.auth.mfa.listFactors();
  expect(listed?.recovery_code).toMatchObject([{ id: set.id, status: "verified" }]);
  await refused(client.auth.mfa.recoveryCodes.generate(), "mfa_verified_factor_exists", 422);

  const [code = ""] = set.codes;
  const lost = await signIn(email);
  const { recoveryCodes } = lost.auth.mfa;
  // As people type it.
  await accepted(recoveryCodes.verify({ code: ` ${code.toLowerCase().replaceAll("-", " ")}` }));
  const methods = ["mfa/recovery_code", "password"];
  expect(await claimsOf(lost)).toMatchObject({ aal: "aal2", methods });
  const status = { id: set.id, type: "recovery_code", total: 10, remaining: 9 };
  expect((await recoveryCodes.getStatus()).data).toEqual(status);
  const again = (await signIn(email)).auth.mfa.recoveryCodes.verify({ code });
  await refused(again, "mfa_verification_failed", 422);
});

it("work once also when one is used in many places at once", async () => {
  const { email, set } = await person();
  const clients = await Promise.all([1, 2, 3, 4].map(() => signIn(email)));
  const [code = ""] = set.codes;
  const all = await Promise.all(
    clients.map((client) => client.auth.mfa.recoveryCodes.verify({ code })),
  );
  expect(all.filter(({ error }) => error === null)).toHaveLength(1);
});

it("cannot be guessed, nor used for another account", async () => {
  const { email, set } = await person();
  const other = await person();
  const client = await signIn(email);
  const [right = ""] = set.codes;
  const wrong = ["AAAA-AAAA-AAAA-AAAA", "0", "' or true", ...other.set.codes.slice(0, 2)];
  for (const code of wrong) {
    await refused(client.auth.mfa.recoveryCodes.verify({ code }), "mfa_verification_failed", 422);
  }
  const verify = () => client.auth.mfa.recoveryCodes.verify({ code: right });
  await refused(verify(), "mfa_recovery_codes_locked", 429);
  backend.clock.advance(301);
  expect((await verify()).error).toBeNull();
  expect((await other.client.auth.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(10);
});

it("are created, replaced and removed at aal2 only", async () => {
  const { client, email, set } = await person();
  const halfway = await signIn(email);
  const { recoveryCodes } = halfway.auth.mfa;
  for (const response of [
    await recoveryCodes.generate(),
    await recoveryCodes.regenerate(),
    await recoveryCodes.unenroll(),
  ]) {
    expect(response.error).toMatchObject({ status: 403, code: "insufficient_aal" });
  }
  const { data: fresh } = await client.auth.mfa.recoveryCodes.regenerate();
  expect(fresh?.id).toBe(set.id);
  await refused(recoveryCodes.verify({ code: set.codes[0] ?? "" }), "mfa_verification_failed");
  await accepted(client.auth.mfa.recoveryCodes.unenroll());
  await refused(recoveryCodes.verify({ code: fresh?.codes[0] ?? "" }), "mfa_verification_failed");
  await refused(recoveryCodes.getStatus(), "mfa_factor_not_found", 404);
});

it("are never the only factor", async () => {
  const { client, factor, set, userId } = await person();
  const { mfa } = client.auth;
  const sole = mfa.unenroll({ factorId: factor.id });
  await refused(sole, "mfa_recovery_codes_sole_factor", 422);
  await refused(mfa.unenroll({ factorId: set.id }), "validation_failed", 422);
  expect((await mfa.challenge({ factorId: set.id })).error).toMatchObject({ status: 422 });
  const admin = backend.admin();
  await admin.mfa.deleteFactor({ userId, id: factor.id });
  expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([]);

  const { auth } = clientOf();
  await auth.signUp({ email: newEmail(), password: PASSWORD });
  await refused(auth.mfa.recoveryCodes.generate(), "insufficient_aal");
});
