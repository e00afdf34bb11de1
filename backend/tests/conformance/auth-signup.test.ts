import { describe, expect, it } from "vitest";
import {
  authBackend,
  codeIn,
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
    const client = backend.client();
    const { data, error } = await client.auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { first_name: "Ada", app_metadata: { role: "admin" } } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { first_name: "Ada", email, email_verified: false },
    });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.app_metadata).not.toHaveProperty("role");

    await refused(
      client.auth.signInWithPassword({ email, password: PASSWORD }),
      "email_not_confirmed",
      400,
    );

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
    const { access_token, refresh_token, type, token_type } = fragmentOf(target);
    expect({ type, token_type }).toEqual({ type: "signup", token_type: "bearer" });
    const session = await client.auth.setSession({
      access_token: access_token ?? "",
      refresh_token: refresh_token ?? "",
    });
    expect(session.error).toBeNull();
    expect(session.data.user?.email_confirmed_at).toBeTruthy();
    expect(session.data.user?.user_metadata.email_verified).toBe(true);
  });

  it("accepts a link once, whoever follows it", async () => {
    const email = newEmail();
    await backend.auth().signUp({ email, password: PASSWORD });
    const link = backend.linkTo(email);
    expect((await backend.follow(link)).hash).toContain("access_token");
    const again = await backend.follow(link);
    expect(again.origin).toBe(SITE);
    expect(fragmentOf(again)).toEqual({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
    await refused(
      backend.auth().verifyOtp({
        type: "signup",
        token_hash: link.searchParams.get("token") ?? "",
      }),
      "otp_expired",
      403,
    );
  });

  it("accepts only one of two simultaneous uses of a link", async () => {
    const email = newEmail();
    await backend.auth().signUp({ email, password: PASSWORD });
    const token_hash = backend.tokenTo(email);
    const uses = await Promise.all(
      [1, 2, 3, 4].map(() => backend.auth().verifyOtp({ type: "signup", token_hash })),
    );
    expect(uses.filter(({ error }) => error === null)).toHaveLength(1);
    const rows = await backend.db.query(
      "select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1",
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  it("keeps a link valid after a mail scanner's HEAD", async () => {
    const email = newEmail();
    await backend.auth().signUp({ email, password: PASSWORD });
    const link = backend.linkTo(email);
    const head = await backend.request(link.href, { method: "HEAD" });
    expect(head.status).toBe(405);
    expect((await backend.follow(link)).hash).toContain("access_token");
  });

  it("confirms by the typed code, and forgets it after five wrong ones", async () => {
    const email = newEmail();
    const client = backend.client();
    await client.auth.signUp({ email, password: PASSWORD });
    const code = backend.codeTo(email);
    const right = await client.auth.verifyOtp({ type: "email", email, token: code });
    expect(right.error).toBeNull();
    expect(right.data.session).toBeTruthy();

    const other = newEmail();
    await client.auth.signUp({ email: other, password: PASSWORD });
    const good = backend.codeTo(other);
    const wrong = otherThan(good);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await refused(
        client.auth.verifyOtp({ type: "signup", email: other, token: wrong }),
        "otp_expired",
        403,
      );
    }
    await refused(
      client.auth.verifyOtp({ type: "signup", email: other, token: good }),
      "otp_expired",
    );
    // Guessing must not take the real owner's link away.
    expect((await backend.followMail(other)).hash).toContain("access_token");
  });

  it("responds to an unknown address as to a wrong code", async () => {
    const email = newEmail();
    await backend.auth().signUp({ email, password: PASSWORD });
    const wrong = backend.codeTo(email) === "123456" ? "654321" : "123456";
    const known = await backend.raw("POST", "/verify", {
      body: { type: "email", email, token: wrong },
    });
    const unknown = await backend.raw("POST", "/verify", {
      body: { type: "email", email: newEmail("nobody"), token: wrong },
    });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  it("expires links", async () => {
    const email = newEmail();
    await backend.auth().signUp({ email, password: PASSWORD });
    const mail = backend.mailTo(email);
    backend.clock.advance(3601);
    expect(fragmentOf(await backend.follow(linkIn(mail))).error_code).toBe("otp_expired");
    await refused(
      backend.auth().verifyOtp({
        type: "signup",
        email,
        token: codeIn(mail),
      }),
      "otp_expired",
    );
  });

  it("returns an invented user for an address in use, and sends nothing", async () => {
    const { email, user } = await backend.signedUp();
    backend.clock.advance(61);
    const before = backend.mailsTo(email).length;
    const { data, error } = await backend.auth().signUp({
      email,
      password: "another password",
      options: { data: { first_name: "Eve" } },
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.id).not.toBe(user.id);
    expect(data.user).toMatchObject({ identities: [], role: "" });
    expect(data.user?.user_metadata).toEqual({ first_name: "Eve" });
    expect(backend.mailsTo(email)).toHaveLength(before);
    const unchanged = await backend.signIn(email);
    expect(unchanged.data.user?.user_metadata).not.toHaveProperty("first_name");
  });

  it("waits between two mails to one address, known or not", async () => {
    const email = newEmail();
    await backend.auth().signUp({ email, password: PASSWORD });
    const resend = () => backend.auth().resend({ type: "signup", email });
    const soon = await resend();
    expect(soon.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(soon.error?.message).toMatch(
      /^For security purposes, you can only request this after (59|60) seconds\.$/,
    );
    backend.clock.advance(61);
    expect((await resend()).error).toBeNull();
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
