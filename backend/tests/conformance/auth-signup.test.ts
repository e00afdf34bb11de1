import { describe, expect, it } from "vitest";
import {
  accepted,
  authBackend,
  dataOf,
  fragmentOf,
  linkIn,
  newEmail,
  otherThan,
  PASSWORD,
  refused,
  SITE,
} from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.additionalRedirectUrls = ["https://*.preview.example/**", "myapp://callback"];
  auth.email.maxFrequency = 60;
});

describe("signing up with confirmation", () => {
  it("makes an account that waits for its mail, and signs in by the link", async () => {
    const email = newEmail();
    const data = { first_name: "Ada", app_metadata: { role: "admin" } };
    const sent = { email: email.toUpperCase(), password: PASSWORD, options: { data } };
    const { user: made, session } = await dataOf(backend.auth().signUp(sent));
    expect(session).toBeNull();
    expect(made).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { first_name: "Ada", email, email_verified: false },
    });
    expect(made?.email_confirmed_at).toBeUndefined();
    expect(made?.identities).toHaveLength(1);
    expect(made?.app_metadata).not.toHaveProperty("role");

    await refused(backend.signIn(email), "email_not_confirmed", 400);

    const [mail, ...more] = backend.mailsTo(email);
    if (!mail) throw new Error("no mail");
    expect(more).toEqual([]);
    expect(mail.subject).toBe("Confirm your email address");
    expect(mail.text).toContain(linkIn(mail).href);
    const link = linkIn(mail);
    expect(link.href.startsWith(`${backend.url}/auth/v1/verify?token=`)).toBe(true);
    expect(link.searchParams.get("type")).toBe("signup");

    const target = await backend.follow(link);
    expect(target.origin).toBe(SITE);
    expect(fragmentOf(target)).toMatchObject({ type: "signup", token_type: "bearer" });
    const { user } = await backend.entered(target);
    expect(user.email_confirmed_at).toBeTruthy();
    expect(user.user_metadata.email_verified).toBe(true);
  });

  it("accepts a link once, whoever follows it", async () => {
    const email = await backend.applicant();
    const link = backend.linkTo(email);
    expect((await backend.follow(link)).hash).toContain("access_token");
    const again = await backend.follow(link);
    expect(again.origin).toBe(SITE);
    expect(fragmentOf(again)).toEqual({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
    const token_hash = link.searchParams.get("token") ?? "";
    await refused(backend.auth().verifyOtp({ type: "signup", token_hash }), "otp_expired", 403);
  });

  it("accepts only one of two simultaneous uses of a link", async () => {
    const email = await backend.applicant();
    const token_hash = backend.tokenTo(email);
    const uses = await Promise.all(
      [1, 2, 3, 4].map(() => backend.auth().verifyOtp({ type: "signup", token_hash })),
    );
    expect(uses.filter(({ error }) => error === null)).toHaveLength(1);
    const row =
      "select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1";
    expect(await backend.db.query(row, [email])).toHaveLength(1);
  });

  it("keeps a link valid after a mail scanner's HEAD", async () => {
    const email = await backend.applicant();
    const link = backend.linkTo(email);
    const head = await backend.request(link.href, { method: "HEAD" });
    expect(head.status).toBe(405);
    expect((await backend.follow(link)).hash).toContain("access_token");
  });

  it("confirms by the typed code, and forgets it after five wrong ones", async () => {
    const email = await backend.applicant();
    expect((await backend.verifyCode(email)).data.session).toBeTruthy();

    const other = await backend.applicant();
    const type = "signup" as const;
    const wrong = { type, email: other, token: otherThan(backend.codeTo(other)) };
    const client = backend.client();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await refused(client.auth.verifyOtp(wrong), "otp_expired", 403);
    await refused(backend.verifyCode(other, "signup", client.auth), "otp_expired");
    // Guessing must not take the real owner's link away.
    expect((await backend.followMail(other)).hash).toContain("access_token");
  });

  it("responds to an unknown address as to a wrong code", async () => {
    const email = await backend.applicant();
    const wrong = otherThan(backend.codeTo(email));
    const verify = async (address: string) => {
      const body = { type: "email", email: address, token: wrong };
      const response = await backend.raw("POST", "/verify", { body });
      return [response.status, response.body];
    };
    expect(await verify(email)).toEqual(await verify(newEmail("nobody")));
  });

  it("expires links", async () => {
    const email = await backend.applicant();
    backend.clock.advance(3601);
    expect(fragmentOf(await backend.followMail(email)).error_code).toBe("otp_expired");
    await refused(backend.verifyCode(email, "signup"), "otp_expired");
  });

  it("returns an invented user for an address in use, and sends nothing", async () => {
    const { email, user } = await backend.signedUp();
    backend.clock.advance(61);
    const before = backend.mailsTo(email).length;
    const options = { data: { first_name: "Eve" } };
    const sent = { email, password: "another password", options };
    const { user: shown } = await dataOf(backend.auth().signUp(sent));
    expect(shown).toMatchObject({ email, identities: [], role: "" });
    expect(shown?.id).not.toBe(user.id);
    expect(shown?.user_metadata).toEqual(options.data);
    expect(backend.mailsTo(email)).toHaveLength(before);
    const { data } = await backend.signIn(email);
    expect(data.user?.user_metadata).not.toHaveProperty("first_name");
  });

  it("waits between two mails to one address, known or not", async () => {
    const email = await backend.applicant();
    const resend = () => backend.auth().resend({ type: "signup", email });
    const pause = /^For security purposes, you can only request this after (59|60) seconds\.$/;
    const soon = ["over_email_send_rate_limit", 429, expect.stringMatching(pause)] as const;
    await refused(resend(), ...soon);
    backend.clock.advance(61);
    await accepted(resend());
    await backend.mailsArrived(email, 2);

    const nobody = newEmail("nobody");
    const request = () => backend.auth().resend({ type: "signup", email: nobody });
    expect((await request()).error).toBeNull();
    await refused(request(), "over_email_send_rate_limit");
    expect(backend.mailsTo(nobody)).toEqual([]);
  });

  it("keeps account and mail when the mail server is unreachable, and reports it", async () => {
    const email = newEmail();
    backend.mailServer.down = true;
    const { error } = await backend.auth().signUp({ email, password: PASSWORD });
    expect(error?.status).toBe(500);
    expect(error?.message).toMatch(/^Error sending confirmation email.*smtp/);
    const logged = backend.errors.splice(0);
    expect(logged.map(({ event }) => event)).toContain("auth.failed");
    expect(backend.mailsTo(email)).toEqual([]);

    backend.mailServer.down = false;
    // The pause is lifted, so that the person can ask again at once.
    expect((await backend.auth().resend({ type: "signup", email })).error).toBeNull();
    await backend.mailsArrived(email, 1);
    expect((await backend.followMail(email)).hash).toContain("access_token");
  });
});
