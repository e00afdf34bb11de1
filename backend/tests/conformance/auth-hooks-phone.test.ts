import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { newPhone, startGateway } from "./auth-gateway.ts";
import { authBackend, otherThan, PASSWORD, refused } from "./auth-people.ts";

const key = Buffer.from("a secret of some length, twice").toString("base64");
const gateway = perFile(startGateway);
const hooked = authBackend((auth) => {
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
});

const lastEvent = () => {
  const got = gateway.received.at(-1);
  return { path: got?.path, event: JSON.parse(got?.body || "{}") as Record<string, unknown> };
};

const metadata = (name: string) => ({
  uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  time: expect.stringMatching(/Z$/),
  name,
  ip_address: expect.stringMatching(/^10\./),
});

describe("a project that sends texts by a hook and requires no confirmations", () => {
  it("signs up at once, and gives the hook what it needs, signed", async () => {
    const phone = newPhone();
    const { data, error } = await hooked.auth().signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.user.phone_confirmed_at).toBeTruthy();
    const client = hooked.client();
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

  it("calls the hook for every password attempt, and obeys it", async () => {
    const phone = newPhone();
    const { data } = await hooked.auth().signUp({ phone, password: PASSWORD });
    const user_id = data.user?.id;
    const signIn = (password: string) => hooked.auth().signInWithPassword({ phone, password });
    await refused(signIn("a guess"), "invalid_credentials");
    const event = { metadata: metadata("password-verification"), user_id };
    expect(lastEvent()).toEqual({ path: "/password", event: { ...event, valid: false } });
    expect((await signIn(PASSWORD)).error).toBeNull();
    expect(lastEvent()).toEqual({ path: "/password", event: { ...event, valid: true } });
    const { session } = (await signIn(PASSWORD)).data;
    gateway.failNext(200, { decision: "reject", message: "Not today", should_logout_user: true });
    await refused(signIn(PASSWORD), "invalid_credentials", 400, "Not today");
    const refresh_token = session?.refresh_token ?? "";
    await refused(hooked.auth().refreshSession({ refresh_token }), "refresh_token_not_found");
  });

  it("calls the hook for every response to a challenge, and signs out if it refuses", async () => {
    const client = hooked.client();
    const { data } = await client.auth.signUp({ phone: newPhone(), password: PASSWORD });
    const { data: factor } = await client.auth.mfa.enroll({
      factorType: "phone",
      phone: newPhone(),
    });
    const factorId = factor?.id ?? "";
    const { data: challenged } = await client.auth.mfa.challenge({ factorId });
    const { otp } = lastEvent().event.sms as { otp: string };
    const verify = (code: string) =>
      client.auth.mfa.verify({ factorId, challengeId: challenged?.id ?? "", code });
    const other = otherThan(otp);
    await refused(verify(other), "mfa_verification_failed");
    expect(lastEvent()).toEqual({
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
    await refused(
      verify(otp),
      "mfa_verification_rejected",
      403,
      "Further MFA verification attempts will be rejected.",
    );
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });
});
