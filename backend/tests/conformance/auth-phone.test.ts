import { describe, expect, it } from "vitest";
import { codeOf, newPhone } from "./auth-gateway.ts";
import { otherThan, PASSWORD, refused } from "./auth-people.ts";
import { withPhones } from "./auth-phone-people.ts";

const { gateway, backend, withPhone } = withPhones();

describe("signing up by phone", () => {
  it("sends a code, and gives a session for it once", async () => {
    const phone = newPhone();
    const client = backend.client();
    const { data, error } = await client.auth.signUp({
      phone: `+${phone.slice(0, 4)} ${phone.slice(4)}`,
      password: PASSWORD,
      options: { data: { first_name: "Ada" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone,
      email: "",
      app_metadata: { provider: "phone", providers: ["phone"] },
      user_metadata: { first_name: "Ada", phone_verified: false },
      identities: [{ provider: "phone", identity_data: { phone_verified: false } }],
    });
    expect(data.user?.phone_confirmed_at).toBeUndefined();
    const text = gateway.textTo(phone);
    expect(text.Body).toMatch(/^\d{6} is your code$/);
    const token = codeOf(text);
    await refused(backend.signIn(phone), "phone_not_confirmed", 400);
    await refused(
      client.auth.verifyOtp({ type: "sms", phone, token: otherThan(token) }),
      "otp_expired",
      403,
      "Token has expired or is invalid",
    );
    const verified = await client.auth.verifyOtp({ type: "sms", phone: `+${phone}`, token });
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      phone,
      user_metadata: { phone_verified: true },
      identities: [{ provider: "phone", identity_data: { phone, phone_verified: true } }],
    });
    expect(verified.data.user?.phone_confirmed_at).toBeTruthy();
    await refused(client.auth.verifyOtp({ type: "sms", phone, token }), "otp_expired");
    expect((await backend.signIn(`+${phone}`)).error).toBeNull();
    await refused(backend.signIn(phone, "guess"), "invalid_credentials", 400);
  });

  it("stores no readable code, and accepts none that is old or was tried too often", async () => {
    const phone = newPhone();
    const client = backend.client();
    await client.auth.signUp({ phone, password: PASSWORD });
    const token = codeOf(gateway.textTo(phone));
    const stored = await backend.db.query(
      `select t::text as token, c::text as code from auth.one_time_tokens t
         join _backend.auth_codes c on c.token_id = t.id where t.relates_to = $1`,
      [phone],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    for (let i = 0; i < 5; i += 1) {
      await client.auth.verifyOtp({ type: "sms", phone, token: otherThan(token) });
    }
    await refused(client.auth.verifyOtp({ type: "sms", phone, token }), "otp_expired");

    backend.clock.advance(61);
    expect((await client.auth.resend({ type: "sms", phone })).error).toBeNull();
    await expect.poll(() => gateway.textsTo(phone).length).toBe(2);
    const next = codeOf(gateway.textTo(phone));
    backend.clock.advance(601);
    await refused(client.auth.verifyOtp({ type: "sms", phone, token: next }), "otp_expired");
  });

  it("responds the same for a number in use, and changes nothing", async () => {
    const { phone, user } = await withPhone();
    const texts = gateway.textsTo(phone).length;
    const { data, error } = await backend.auth().signUp({ phone, password: "another one!" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, identities: [] });
    expect(data.user?.id).not.toBe(user.id);
    expect(gateway.textsTo(phone)).toHaveLength(texts);
    expect((await backend.signIn(phone)).error).toBeNull();
  });

  it("lets nobody choose the password of a number that is not theirs", async () => {
    const phone = newPhone();
    await backend.auth().signUp({ phone, password: "the thief's own" });
    backend.clock.advance(61);
    const owner = backend.client();
    expect((await owner.auth.signInWithOtp({ phone })).error).toBeNull();
    const token = codeOf(gateway.textTo(phone));
    expect((await owner.auth.verifyOtp({ type: "sms", phone, token })).error).toBeNull();
    await refused(backend.signIn(phone, "the thief's own"), "invalid_credentials");
  });

  const NOT_E164 = ["call me", "07700900000", "+1234567890123456", "447700900000' or 1=1"];
  it.each([
    ...NOT_E164.map((phone) => [{ phone }, 400, "validation_failed", /E\.164 required/] as const),
    [{ phone: "+447700900000", password: "" }, 400, "validation_failed", /a valid password/],
    [{ phone: "+447700900000", password: "a" }, 422, "weak_password", /at least 6/],
    [{ phone: "+447700900000", channel: "pigeon" }, 400, "validation_failed", /^Invalid channel/],
  ] as const)("refuses %j", async (body, status, code, message) => {
    const before = gateway.received.length;
    const response = await backend.raw("POST", "/signup", {
      body: { password: PASSWORD, ...body },
    });
    expect([response.status, response.body.error_code]).toEqual([status, code]);
    expect(response.body.msg).toMatch(message);
    expect(gateway.received).toHaveLength(before);
  });
});
