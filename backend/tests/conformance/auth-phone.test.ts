import { describe, expect, it } from "vitest";
import { codeOf, newPhone } from "./auth-gateway.ts";
import { accepted, dataOf, newEmail, otherThan, PASSWORD, refused } from "./auth-people.ts";
import { withPhones } from "./auth-phone-people.ts";

const { gateway, backend, withPhone } = withPhones();

describe("signing up by phone", () => {
  it("sends a code, and gives a session for it once", async () => {
    const phone = newPhone();
    const client = backend.client();
    const { user, session } = await dataOf(
      client.auth.signUp({
        phone: `+${phone.slice(0, 4)} ${phone.slice(4)}`,
        password: PASSWORD,
        options: { data: { first_name: "Ada" } },
      }),
    );
    expect(session).toBeNull();
    expect(user).toMatchObject({
      phone,
      email: "",
      app_metadata: { provider: "phone", providers: ["phone"] },
      user_metadata: { first_name: "Ada", phone_verified: false },
      identities: [{ provider: "phone", identity_data: { phone_verified: false } }],
    });
    expect(user?.phone_confirmed_at).toBeUndefined();
    const text = gateway.textTo(phone);
    expect(text.Body).toMatch(/^\d{6} is your code$/);
    const token = codeOf(text);
    await refused(backend.signIn(phone), "phone_not_confirmed", 400);
    const verify = (code: string, to = phone) =>
      client.auth.verifyOtp({ type: "sms", phone: to, token: code });
    const expired = ["otp_expired", 403, "Token has expired or is invalid"] as const;
    await refused(verify(otherThan(token)), ...expired);
    const verified = await dataOf(verify(token, `+${phone}`));
    expect(verified.user).toMatchObject({
      phone,
      user_metadata: { phone_verified: true },
      identities: [{ provider: "phone", identity_data: { phone, phone_verified: true } }],
    });
    expect(verified.user?.phone_confirmed_at).toBeTruthy();
    await refused(verify(token), "otp_expired");
    expect((await backend.signIn(`+${phone}`)).error).toBeNull();
    await refused(backend.signIn(phone, "guess"), "invalid_credentials", 400);
  });

  it("stores no readable code, and accepts none that is old or was tried too often", async () => {
    const phone = newPhone();
    const client = backend.client();
    await client.auth.signUp({ phone, password: PASSWORD });
    const token = codeOf(gateway.textTo(phone));
    const row = `select t::text as token, c::text as code from auth.one_time_tokens t
         join _backend.auth_codes c on c.token_id = t.id where t.relates_to = $1`;
    const stored = await backend.db.query(row, [phone]);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    const verify = (code: string) => client.auth.verifyOtp({ type: "sms", phone, token: code });
    for (let i = 0; i < 5; i += 1) await verify(otherThan(token));
    await refused(verify(token), "otp_expired");

    backend.clock.advance(61);
    expect((await client.auth.resend({ type: "sms", phone })).error).toBeNull();
    await expect.poll(() => gateway.textsTo(phone).length).toBe(2);
    const next = codeOf(gateway.textTo(phone));
    backend.clock.advance(601);
    await refused(verify(next), "otp_expired");
  });

  it("responds the same for a number in use, and changes nothing", async () => {
    const { phone, user } = await withPhone();
    const texts = gateway.textsTo(phone).length;
    const sent = { phone, password: "another one!" };
    const { user: shown } = await dataOf(backend.auth().signUp(sent));
    expect(shown).toMatchObject({ phone, identities: [] });
    expect(shown?.id).not.toBe(user.id);
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

describe("codes to sign in with", () => {
  it("sign in people with and without an account, and return the sender's id", async () => {
    const { phone, user } = await withPhone();
    for (const [number, known] of [
      [phone, true],
      [newPhone(), false],
    ] as const) {
      const client = backend.client();
      const options = { channel: "whatsapp", data: { team: "blue" } } as const;
      const data = await dataOf(client.auth.signInWithOtp({ phone: number, options }));
      expect(data.messageId).toMatch(/^SM\d+$/);
      expect(gateway.textTo(number).To).toBe(`whatsapp:+${number}`);
      const token = codeOf(gateway.textTo(number));
      const verified = await client.auth.verifyOtp({ type: "sms", phone: number, token });
      expect(verified.data.user?.id === user.id).toBe(known);
      const { data: claims } = await client.auth.getClaims();
      expect(claims?.claims.amr).toMatchObject([{ method: "otp" }]);
      expect(claims?.claims).toMatchObject({ phone: number, aal: "aal1" });
    }
  });

  it("are not sent without an account where none may be created, and the response is the same", async () => {
    const { phone } = await withPhone();
    const stranger = newPhone();
    const options = { shouldCreateUser: false };
    const known = await backend.auth().signInWithOtp({ phone, options });
    const unknown = await backend.auth().signInWithOtp({ phone: stranger, options });
    expect(unknown).toEqual(known);
    await expect.poll(() => gateway.textsTo(phone).length).toBe(2);
    expect(gateway.textsTo(stranger)).toEqual([]);
    for (const _attempt of [1, 2])
      await accepted(backend.auth().resend({ type: "sms", phone: stranger }));
    expect(gateway.textsTo(stranger)).toEqual([]);
  });

  it("pause between two, and end after some in an hour", async () => {
    const phone = newPhone();
    const request = () => backend.auth().signInWithOtp({ phone });
    expect((await request()).error).toBeNull();
    const pause = /^For security purposes, you can only request this after (60|5\d) seconds\.$/;
    const soon = ["over_sms_send_rate_limit", 429, expect.stringMatching(pause)] as const;
    await refused(request(), ...soon);
    for (let i = 1; i < 10; i += 1) {
      backend.clock.advance(61);
      expect((await request()).error).toBeNull();
    }
    backend.clock.advance(61);
    await refused(request(), "over_sms_send_rate_limit", 429, "SMS rate limit exceeded");
    expect(gateway.textsTo(phone)).toHaveLength(10);
  });

  it("cannot be used for another purpose", async () => {
    const { phone } = await withPhone();
    await backend.auth().signInWithOtp({ phone });
    const token = codeOf(gateway.textTo(phone));
    const verify = async (body: object) => {
      const response = await backend.raw("POST", "/verify", { body });
      return [response.status, response.body.error_code, response.body.msg];
    };
    const expired = [403, "otp_expired", "Token has expired or is invalid"];
    const invalid = (why: string) => [400, "validation_failed", why];
    const one = "Only an email address or phone number should be provided on verify";
    for (const [body, refusal] of [
      [{ type: "signup", phone }, invalid("Invalid sms verification type")],
      [{ type: "phone_change", phone }, expired],
      [{ type: "sms", phone, email: newEmail() }, invalid(one)],
      [{ type: "sms", email: newEmail() }, expired],
    ] as const)
      expect(await verify({ ...body, token })).toEqual(refusal);
  });
});

describe("the number of an account", () => {
  it("changes when the code sent to the new one is entered", async () => {
    const { client, user } = await backend.signedUp();
    const phone = newPhone();
    const updated = await dataOf(client.auth.updateUser({ phone }));
    expect(updated.user).toMatchObject({ new_phone: phone, phone: "" });
    const verify = (token: string) => client.auth.verifyOtp({ type: "phone_change", phone, token });
    const first = codeOf(gateway.textTo(phone));
    backend.clock.advance(61);
    expect((await backend.auth().resend({ type: "phone_change", phone })).error).toBeNull();
    await expect.poll(() => gateway.textsTo(phone).length).toBe(2);
    const second = codeOf(gateway.textTo(phone));
    const old = await verify(first);
    if (first !== second) expect(old.error).toMatchObject({ code: "otp_expired" });
    // An account with an address may request it by mail.
    backend.clock.advance(61);
    const by = { type: "phone_change", email: user.email };
    expect((await backend.raw("POST", "/resend", { body: by })).status).toBe(200);
    await expect.poll(() => gateway.textsTo(phone).length).toBe(3);
    const { user: changed } = await dataOf(verify(codeOf(gateway.textTo(phone))));
    expect(changed).toMatchObject({
      id: user.id,
      phone,
      app_metadata: { providers: ["email", "phone"] },
      identities: [{ provider: "email" }, { provider: "phone" }],
    });
    expect(changed?.new_phone).toBeUndefined();
    expect((await backend.signIn(phone)).data.user?.id).toBe(user.id);
  });

  it("belongs to one account, also when two request it at once", async () => {
    const { phone: taken } = await withPhone();
    const { client } = await backend.signedUp();
    const why = "A user with this phone number has already been registered";
    await refused(client.auth.updateUser({ phone: taken }), "phone_exists", 422, why);
    const phone = newPhone();
    const requestChange = async () => {
      const person = await backend.signedUp();
      expect((await person.client.auth.updateUser({ phone })).error).toBeNull();
      backend.clock.advance(61);
      return { ...person, token: codeOf(gateway.textTo(phone)) };
    };
    const [one, two] = [await requestChange(), await requestChange()];
    const verify = ({ client: by, token }: typeof one) =>
      by.auth.verifyOtp({ type: "phone_change", phone, token });
    expect((await verify(two)).data.user?.id).toBe(two.user.id);
    await refused(verify(one), "phone_exists", 422);
  });
});
