import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { expectSigned, hookAt, hookMetadata, newPhone, startGateway } from "./auth-gateway.ts";
import { accepted, authBackend, dataOf, otherThan, PASSWORD, refused } from "./auth-people.ts";

const gateway = perFile(startGateway);
const hooked = authBackend((auth) => {
  auth.sms = { ...auth.sms, enableSignup: true, enableConfirmations: false };
  auth.hooks = {
    send_sms: hookAt(gateway, "/hook"),
    password_verification_attempt: hookAt(gateway, "/password"),
    mfa_verification_attempt: hookAt(gateway, "/factor"),
  };
  auth.mfa.phone = { ...auth.mfa.phone, enrollEnabled: true, verifyEnabled: true };
});

const lastEvent = () => {
  const got = gateway.received.at(-1);
  return { path: got?.path, event: JSON.parse(got?.body || "{}") as Record<string, unknown> };
};

describe("a project that sends texts by a hook and requires no confirmations", () => {
  it("signs up at once, and gives the hook what it needs, signed", async () => {
    const phone = newPhone();
    const { user, session } = await dataOf(hooked.auth().signUp({ phone, password: PASSWORD }));
    expect(session?.user.phone_confirmed_at).toBeTruthy();
    const client = hooked.client();
    await accepted(client.auth.signInWithOtp({ phone }));
    const got = gateway.received.at(-1);
    if (got?.path !== "/hook") throw new Error("The hook was not asked");
    const event = JSON.parse(got.body) as { sms: { otp: string }; user: { phone: string } };
    expect(event).toMatchObject({
      metadata: hookMetadata("send-sms"),
      user: { id: user?.id, phone },
      sms: { otp: expect.stringMatching(/^\d{6}$/), phone, sms_type: "confirmation" },
    });
    expectSigned(got);
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
    const signIn = (password: string) => hooked.signIn(phone, password);
    await refused(signIn("a guess"), "invalid_credentials");
    const event = { metadata: hookMetadata("password-verification"), user_id };
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
    const enrolment = { factorType: "phone", phone: newPhone() } as const;
    const { id: factorId } = await dataOf(client.auth.mfa.enroll(enrolment));
    const { id: challengeId } = await dataOf(client.auth.mfa.challenge({ factorId }));
    const { otp } = lastEvent().event.sms as { otp: string };
    const verify = (code: string) => client.auth.mfa.verify({ factorId, challengeId, code });
    await refused(verify(otherThan(otp)), "mfa_verification_failed");
    expect(lastEvent()).toEqual({
      path: "/factor",
      event: {
        metadata: hookMetadata("mfa-verification"),
        user_id: data.user?.id,
        factor_id: factorId,
        factor_type: "phone",
        valid: false,
      },
    });
    gateway.failNext(200, { decision: "reject" });
    const message = "Further MFA verification attempts will be rejected.";
    await refused(verify(otp), "mfa_verification_rejected", 403, message);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });
});
