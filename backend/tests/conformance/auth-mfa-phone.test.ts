import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { codeOf, newPhone, startGateway, twilioAt } from "./auth-gateway.ts";
import { authBackend, claimsOf, dataOf, otherThan, refused } from "./auth-people.ts";

const gateway = perFile(startGateway);
const backend = authBackend((auth) => {
  auth.rateLimit.smsSent = 1000;
  auth.sms.sender = twilioAt(gateway);
  auth.mfa.totp = { enrollEnabled: false, verifyEnabled: false };
  const template = "Second step: {{ .Code }}";
  const enabled = { enrollEnabled: true, verifyEnabled: true };
  auth.mfa.phone = { ...enabled, otpLength: 6, template, maxFrequency: 60 };
});

/** Somebody who was sent the code of a second step. */
const challenged = async () => {
  const { client } = await backend.signedUp();
  const phone = newPhone();
  const enrolment = { factorType: "phone", phone: `+${phone}`, friendlyName: "mine" } as const;
  const factor = await dataOf(client.auth.mfa.enroll(enrolment));
  backend.clock.advance(61);
  const challenge = await dataOf(client.auth.mfa.challenge({ factorId: factor.id }));
  const text = gateway.textTo(phone);
  const verify = (code: string) =>
    client.auth.mfa.verify({ factorId: factor.id, challengeId: challenge.id, code });
  return { client, phone, factor, challenge, text, code: codeOf(text), verify };
};

describe("a second factor by phone", () => {
  it("lifts the session by the code that was sent, once", async () => {
    const { client, phone, factor, challenge, text, code, verify } = await challenged();
    expect(factor).toMatchObject({ type: "phone", friendly_name: "mine", phone: `+${phone}` });
    expect(challenge).toMatchObject({ type: "phone" });
    expect(challenge.expires_at).toBeGreaterThan(backend.clock.now() / 1000 + 290);
    expect(text.Body).toMatch(/^Second step: \d{6}$/);
    const row = "select otp_code from auth.mfa_challenges where id = $1";
    const stored = await backend.db.query(row, [challenge.id]);
    expect(JSON.stringify(stored)).not.toContain(code);
    const wrong = "Invalid MFA Phone code entered";
    await refused(verify(otherThan(code)), "mfa_verification_failed", 422, wrong);
    const { user } = await dataOf(verify(code));
    const verified = { id: factor.id, factor_type: "phone", status: "verified", phone };
    expect(user.factors).toMatchObject([verified]);
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2", methods: ["mfa/phone", "otp"] });
    await refused(verify(code), "mfa_ip_address_mismatch");
    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed?.phone).toMatchObject([{ id: factor.id }]);
    const twice = { factorType: "phone", phone, friendlyName: "twice" } as const;
    await refused(client.auth.mfa.enroll(twice), "mfa_verified_factor_exists", 422);
  });

  it("accepts no guessing and nothing late", async () => {
    const { code, verify } = await challenged();
    const other = otherThan(code);
    for (let i = 0; i < 5; i += 1) await verify(other);
    await refused(verify(code), "over_request_rate_limit");
    backend.clock.advance(301);
    await refused(verify(code), "mfa_challenge_expired");
  });
});
