import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { codeOf, newPhone, startGateway, twilioAt } from "./auth-gateway.ts";
import { authBackend, otherThan, refused } from "./auth-people.ts";

const gateway = perFile(startGateway);
const backend = authBackend((auth) => {
  auth.rateLimit.smsSent = 1000;
  auth.sms.sender = twilioAt(gateway);
  auth.mfa.totp = { enrollEnabled: false, verifyEnabled: false };
  auth.mfa.phone = {
    enrollEnabled: true,
    verifyEnabled: true,
    otpLength: 6,
    template: "Second step: {{ .Code }}",
    maxFrequency: 60,
  };
});

const enrol = async (client: SupabaseClient, phone = newPhone(), friendlyName = "mine") => {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "phone",
    phone: `+${phone}`,
    friendlyName,
  });
  if (error) throw error;
  return { ...data, number: phone };
};

const challenge = async (
  client: SupabaseClient,
  factorId: string,
  channel?: "sms" | "whatsapp",
) => {
  backend.clock.advance(61);
  const { data, error } = await client.auth.mfa.challenge(
    channel ? { factorId, channel } : { factorId },
  );
  if (error) throw error;
  return data;
};

const claimsOf = async (client: SupabaseClient) =>
  decodeJwt((await client.auth.getSession()).data.session?.access_token ?? "");

describe("a second factor by phone", () => {
  it("lifts the session by the code that was sent, once", async () => {
    const { client } = await backend.signedUp();
    const factor = await enrol(client);
    expect(factor).toMatchObject({
      type: "phone",
      friendly_name: "mine",
      phone: `+${factor.number}`,
    });
    const challenged = await challenge(client, factor.id);
    expect(challenged).toMatchObject({ type: "phone" });
    expect(challenged.expires_at).toBeGreaterThan(backend.clock.now() / 1000 + 290);
    const text = gateway.textTo(factor.number);
    expect(text.Body).toMatch(/^Second step: \d{6}$/);
    const code = codeOf(text);
    const stored = await backend.db.query(
      "select otp_code from auth.mfa_challenges where id = $1",
      [challenged.id],
    );
    expect(JSON.stringify(stored)).not.toContain(code);
    const verify = (typed: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId: challenged.id, code: typed });
    const other = otherThan(code);
    await refused(verify(other), "mfa_verification_failed", 422, "Invalid MFA Phone code entered");
    const { data, error } = await verify(code);
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([
      { id: factor.id, factor_type: "phone", status: "verified", phone: factor.number },
    ]);
    const claims = await claimsOf(client);
    expect(claims.aal).toBe("aal2");
    expect((claims.amr as { method: string }[]).map(({ method }) => method)).toEqual([
      "mfa/phone",
      "otp",
    ]);
    await refused(verify(code), "mfa_ip_address_mismatch");
    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed?.phone).toMatchObject([{ id: factor.id }]);
    await refused(
      client.auth.mfa.enroll({
        factorType: "phone",
        phone: factor.number,
        friendlyName: "twice",
      }),
      "mfa_verified_factor_exists",
      422,
    );
  });

  it("accepts no guessing and nothing late", async () => {
    const { client } = await backend.signedUp();
    const factor = await enrol(client);
    const challenged = await challenge(client, factor.id);
    const code = codeOf(gateway.textTo(factor.number));
    const verify = (typed: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId: challenged.id, code: typed });
    const other = otherThan(code);
    for (let i = 0; i < 5; i += 1) await verify(other);
    await refused(verify(code), "over_request_rate_limit");
    backend.clock.advance(301);
    await refused(verify(code), "mfa_challenge_expired");
  });
});
