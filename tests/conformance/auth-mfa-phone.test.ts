import { createHmac } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/backend.ts";
import { codeOf, type Gateway, newPhone, startGateway, twilioAt } from "./auth-gateway.ts";
import { PASSWORD, personAt, signedUp } from "./auth-people.ts";

let gateway: Gateway;
let backend: TestBackend;
beforeAll(async () => {
  gateway = await startGateway();
  backend = await startTestBackend({
    configure: ({ auth }) => {
      auth.email.enableConfirmations = true;
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
    },
  });
});
afterAll(async () => {
  await backend?.close();
  await gateway?.close();
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
    const { client } = await signedUp(backend);
    const factor = await enrol(client);
    expect(factor).toMatchObject({
      type: "phone",
      friendly_name: "mine",
      phone: `+${factor.number}`,
    });
    const asked = await challenge(client, factor.id);
    expect(asked).toMatchObject({ type: "phone" });
    expect(asked.expires_at).toBeGreaterThan(backend.clock.now() / 1000 + 290);
    const text = gateway.textTo(factor.number);
    expect(text.Body).toMatch(/^Second step: \d{6}$/);
    const code = codeOf(text);
    const kept = await backend.db.query("select otp_code from auth.mfa_challenges where id = $1", [
      asked.id,
    ]);
    expect(JSON.stringify(kept)).not.toContain(code);
    const verify = (typed: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId: asked.id, code: typed });
    const other = code === "000000" ? "111111" : "000000";
    expect((await verify(other)).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid MFA Phone code entered",
    });
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
    expect((await verify(code)).error).toMatchObject({ code: "mfa_ip_address_mismatch" });
    const { data: listed } = await client.auth.mfa.listFactors();
    expect(listed?.phone).toMatchObject([{ id: factor.id }]);
    const again = await client.auth.mfa.enroll({
      factorType: "phone",
      phone: factor.number,
      friendlyName: "twice",
    });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verified_factor_exists" });
  });

  it("is asked for at the next sign-in, and can be taken off by who has shown it", async () => {
    const { client, email } = await signedUp(backend);
    const factor = await enrol(client);
    const first = await challenge(client, factor.id, "whatsapp");
    expect(gateway.textTo(factor.number).To).toBe(`whatsapp:+${factor.number}`);
    const code = codeOf(gateway.textTo(factor.number));
    await client.auth.mfa.verify({ factorId: factor.id, challengeId: first.id, code });

    const next = personAt(backend);
    await next.auth.signInWithPassword({ email, password: PASSWORD });
    const level = await next.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const early = await next.auth.mfa.unenroll({ factorId: factor.id });
    expect(early.error).toMatchObject({ code: "insufficient_aal" });
    const asked = await challenge(next, factor.id);
    // The code of another challenge is none of this one's.
    const old = await next.auth.mfa.verify({ factorId: factor.id, challengeId: asked.id, code });
    expect(old.error).toMatchObject({ code: "mfa_verification_failed" });
    const { error } = await next.auth.mfa.verify({
      factorId: factor.id,
      challengeId: asked.id,
      code: codeOf(gateway.textTo(factor.number)),
    });
    expect(error).toBeNull();
    expect((await next.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    await next.auth.refreshSession();
    expect((await claimsOf(next)).aal).toBe("aal1");
  });

  it("pauses between two texts, and tells that one could not be sent", async () => {
    const { client } = await signedUp(backend);
    const factor = await enrol(client);
    gateway.failNext(400, { message: "Unreachable.", more_info: "x" });
    const ask = () => client.auth.mfa.challenge({ factorId: factor.id });
    expect((await ask()).error).toMatchObject({ status: 422, code: "sms_send_failed" });
    expect((await ask()).error).toBeNull();
    expect((await ask()).error).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
  });

  it("takes no guessing, and nothing late", async () => {
    const { client } = await signedUp(backend);
    const factor = await enrol(client);
    const asked = await challenge(client, factor.id);
    const code = codeOf(gateway.textTo(factor.number));
    const verify = (typed: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId: asked.id, code: typed });
    const other = code === "000000" ? "111111" : "000000";
    for (let i = 0; i < 5; i += 1) await verify(other);
    expect((await verify(code)).error).toMatchObject({ code: "over_request_rate_limit" });
    backend.clock.advance(301);
    expect((await verify(code)).error).toMatchObject({ code: "mfa_challenge_expired" });
  });

  it("refuses numbers that are none", async () => {
    const { client } = await signedUp(backend);
    for (const phone of ["", "07700", "no"]) {
      const { error } = await client.auth.mfa.enroll({ factorType: "phone", phone });
      expect(error).toMatchObject({ status: 400, code: "validation_failed" });
    }
    const one = await enrol(client);
    // One that was never finished makes way for the same number.
    expect((await enrol(client, one.number)).id).not.toBe(one.id);
  });
});

describe("a project whose sender makes the codes (Twilio Verify)", () => {
  let verify: TestBackend;
  beforeAll(async () => {
    verify = await startTestBackend({
      configure: ({ auth }) => {
        auth.sms = {
          ...auth.sms,
          enableSignup: true,
          enableConfirmations: true,
          sender: twilioAt(gateway, "twilio_verify"),
        };
        auth.mfa.phone = { ...auth.mfa.phone, enrollEnabled: true, verifyEnabled: true };
      },
    });
  });
  afterAll(() => verify?.close());

  it("asks it whether a code is right, to sign in and as a second step", async () => {
    const phone = newPhone();
    const client = personAt(verify);
    const { data: asked } = await client.auth.signInWithOtp({ phone });
    expect(asked).toMatchObject({ messageId: expect.stringMatching(/^VE\d+$/) });
    const otp = (token: string, number = phone) =>
      client.auth.verifyOtp({ type: "sms", phone: number, token });
    expect((await otp("000000")).error).toMatchObject({ status: 403, code: "otp_expired" });
    // Nobody asked us about this number, whatever the sender says of it.
    const stranger = newPhone();
    gateway.made.set(`+${stranger}`, "424242");
    expect((await otp("424242", stranger)).error).toMatchObject({ code: "otp_expired" });
    expect((await otp("424242")).error).toBeNull();
    expect((await otp("424242")).error).toMatchObject({ code: "otp_expired" });

    verify.clock.advance(61);
    const second = newPhone();
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "phone", phone: second });
    const { data: step } = await client.auth.mfa.challenge({ factorId: factor?.id ?? "" });
    const answer = (code: string) =>
      client.auth.mfa.verify({ factorId: factor?.id ?? "", challengeId: step?.id ?? "", code });
    expect((await answer("000000")).error).toMatchObject({ code: "mfa_verification_failed" });
    expect((await answer("424242")).error).toBeNull();
    expect((await claimsOf(client)).aal).toBe("aal2");
  });
});

describe("a project that sends texts in its own way and asks for no confirmations", () => {
  const key = Buffer.from("a secret of some length, twice").toString("base64");
  let hooked: TestBackend;
  beforeAll(async () => {
    hooked = await startTestBackend({
      configure: ({ auth }) => {
        auth.sms = { ...auth.sms, enableSignup: true, enableConfirmations: false };
        auth.hooks = {
          send_sms: { enabled: true, uri: `${gateway.url}/hook`, secrets: `v1,whsec_${key}` },
          password_verification_attempt: {
            enabled: true,
            uri: `${gateway.url}/password`,
            secrets: `v1,whsec_${key}`,
          },
          mfa_verification_attempt: {
            enabled: true,
            uri: `${gateway.url}/factor`,
            secrets: `v1,whsec_${key}`,
          },
        };
        auth.mfa.phone = { ...auth.mfa.phone, enrollEnabled: true, verifyEnabled: true };
      },
    });
  });
  afterAll(() => hooked?.close());

  it("signs up at once, and gives the hook what it needs, signed", async () => {
    const phone = newPhone();
    const { data, error } = await personAt(hooked).auth.signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.user.phone_confirmed_at).toBeTruthy();
    const client = personAt(hooked);
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    const got = gateway.received.at(-1);
    if (got?.path !== "/hook") throw new Error("The hook was not asked");
    const event = JSON.parse(got.body) as { sms: { otp: string }; user: { phone: string } };
    expect(event).toMatchObject({
      metadata: metadata("send-sms"),
      user: { id: data.user?.id, phone },
      sms: { otp: expect.stringMatching(/^\d{6}$/), phone, sms_type: "confirmation" },
    });
    const { headers } = got;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${got.body}`;
    const signature = createHmac("sha256", Buffer.from(key, "base64")).update(signed);
    expect(headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
    const token = event.sms.otp;
    expect((await client.auth.verifyOtp({ type: "sms", phone, token })).error).toBeNull();
    const moved = newPhone();
    const changed = await client.auth.updateUser({ phone: moved });
    expect(changed.data.user).toMatchObject({ phone: moved });
  });

  const asked = () => {
    const got = gateway.received.at(-1);
    return { path: got?.path, event: JSON.parse(got?.body || "{}") as Record<string, unknown> };
  };

  const metadata = (name: string) => ({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    time: expect.stringMatching(/Z$/),
    name,
    ip_address: expect.stringMatching(/^10\./),
  });

  it("asks the hook of every try at a password, and does as it says", async () => {
    const phone = newPhone();
    const { data } = await personAt(hooked).auth.signUp({ phone, password: PASSWORD });
    const user_id = data.user?.id;
    const signIn = (password: string) =>
      personAt(hooked).auth.signInWithPassword({ phone, password });
    expect((await signIn("a guess")).error).toMatchObject({ code: "invalid_credentials" });
    const event = { metadata: metadata("password-verification"), user_id };
    expect(asked()).toEqual({ path: "/password", event: { ...event, valid: false } });
    expect((await signIn(PASSWORD)).error).toBeNull();
    expect(asked()).toEqual({ path: "/password", event: { ...event, valid: true } });
    const { session } = (await signIn(PASSWORD)).data;
    gateway.failNext(200, { decision: "reject", message: "Not today", should_logout_user: true });
    expect((await signIn(PASSWORD)).error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Not today",
    });
    const refresh_token = session?.refresh_token ?? "";
    expect((await personAt(hooked).auth.refreshSession({ refresh_token })).error).toMatchObject({
      code: "refresh_token_not_found",
    });
  });

  it("asks the hook of every answer to a challenge, and signs out where it refuses", async () => {
    const client = personAt(hooked);
    const { data } = await client.auth.signUp({ phone: newPhone(), password: PASSWORD });
    const { data: factor } = await client.auth.mfa.enroll({
      factorType: "phone",
      phone: newPhone(),
    });
    const factorId = factor?.id ?? "";
    const { data: challenged } = await client.auth.mfa.challenge({ factorId });
    const { otp } = asked().event.sms as { otp: string };
    const verify = (code: string) =>
      client.auth.mfa.verify({ factorId, challengeId: challenged?.id ?? "", code });
    const other = otp === "000000" ? "111111" : "000000";
    expect((await verify(other)).error).toMatchObject({ code: "mfa_verification_failed" });
    expect(asked()).toEqual({
      path: "/factor",
      event: {
        metadata: metadata("mfa-verification"),
        user_id: data.user?.id,
        factor_id: factorId,
        factor_type: "phone",
        valid: false,
      },
    });
    gateway.failNext(200, { decision: "reject" });
    expect((await verify(otp)).error).toMatchObject({
      status: 403,
      code: "mfa_verification_rejected",
      message: "Further MFA verification attempts will be rejected.",
    });
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });

  it("tells the hook's own refusal, and that a hook failed", async () => {
    gateway.failNext(200, { error: { http_code: 429, message: "No more texts today" } });
    const phone = newPhone();
    const refused = await personAt(hooked).auth.signInWithOtp({ phone });
    expect(refused.error).toMatchObject({ status: 429, message: "No more texts today" });
    gateway.failNext(500, {});
    const failed = await personAt(hooked).auth.signInWithOtp({ phone });
    expect(failed.error).toMatchObject({
      status: 500,
      message: "Unexpected status code returned from hook: 500",
    });
    expect(hooked.errors.splice(0)).toHaveLength(1);
  });
});
