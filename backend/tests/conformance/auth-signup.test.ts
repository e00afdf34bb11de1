import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  clientAt,
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  mailsArrived,
  mailsTo,
  mailTo,
  newEmail,
  PASSWORD,
  raw,
  SITE,
  signedUp,
  startAuth,
  tokenIn,
} from "./auth-people.ts";

const backend = perFile(() =>
  startAuth((auth) => {
    auth.additionalRedirectUrls = ["https://*.preview.example/**", "myapp://callback"];
    auth.email.maxFrequency = 60;
  }),
);

describe("signing up with confirmation", () => {
  it("makes an account that waits for its mail, and signs in by the link", async () => {
    const email = newEmail();
    const client = clientAt(backend);
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

    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

    const [mail, ...more] = mailsTo(backend, email);
    if (!mail) throw new Error("no mail");
    expect(more).toEqual([]);
    expect(mail.subject).toBe("Confirm your email address");
    expect(mail.text).toContain(linkIn(mail).href);
    const link = linkIn(mail);
    expect(link.href.startsWith(`${backend.url}/auth/v1/verify?token=`)).toBe(true);
    expect(link.searchParams.get("type")).toBe("signup");

    const target = await follow(backend, link);
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
    await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    const link = linkIn(mailTo(backend, email));
    expect((await follow(backend, link)).hash).toContain("access_token");
    const again = await follow(backend, link);
    expect(again.origin).toBe(SITE);
    expect(fragmentOf(again)).toEqual({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
    const { error } = await clientAt(backend).auth.verifyOtp({
      type: "signup",
      token_hash: link.searchParams.get("token") ?? "",
    });
    expect(error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  it("accepts only one of two simultaneous uses of a link", async () => {
    const email = newEmail();
    await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    const token_hash = tokenIn(mailTo(backend, email));
    const uses = await Promise.all(
      [1, 2, 3, 4].map(() => clientAt(backend).auth.verifyOtp({ type: "signup", token_hash })),
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
    await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    const link = linkIn(mailTo(backend, email));
    const head = await backend.request(link.href, { method: "HEAD" });
    expect(head.status).toBe(405);
    expect((await follow(backend, link)).hash).toContain("access_token");
  });

  it("confirms by the typed code, and forgets it after five wrong ones", async () => {
    const email = newEmail();
    const client = clientAt(backend);
    await client.auth.signUp({ email, password: PASSWORD });
    const code = codeIn(mailTo(backend, email));
    const right = await client.auth.verifyOtp({ type: "email", email, token: code });
    expect(right.error).toBeNull();
    expect(right.data.session).toBeTruthy();

    const other = newEmail();
    await client.auth.signUp({ email: other, password: PASSWORD });
    const good = codeIn(mailTo(backend, other));
    const wrong = good === "000000" ? "111111" : "000000";
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { error } = await client.auth.verifyOtp({ type: "signup", email: other, token: wrong });
      expect(error).toMatchObject({ status: 403, code: "otp_expired" });
    }
    const late = await client.auth.verifyOtp({ type: "signup", email: other, token: good });
    expect(late.error).toMatchObject({ code: "otp_expired" });
    // Guessing must not take the real owner's link away.
    expect((await follow(backend, linkIn(mailTo(backend, other)))).hash).toContain("access_token");
  });

  it("responds to an unknown address as to a wrong code", async () => {
    const email = newEmail();
    await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    const wrong = codeIn(mailTo(backend, email)) === "123456" ? "654321" : "123456";
    const known = await raw(backend, "POST", "/verify", {
      body: { type: "email", email, token: wrong },
    });
    const unknown = await raw(backend, "POST", "/verify", {
      body: { type: "email", email: newEmail("nobody"), token: wrong },
    });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  it("expires links", async () => {
    const email = newEmail();
    await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    const mail = mailTo(backend, email);
    backend.clock.advance(3601);
    expect(fragmentOf(await follow(backend, linkIn(mail))).error_code).toBe("otp_expired");
    const { error } = await clientAt(backend).auth.verifyOtp({
      type: "signup",
      email,
      token: codeIn(mail),
    });
    expect(error).toMatchObject({ code: "otp_expired" });
  });

  it("returns an invented user for an address in use, and sends nothing", async () => {
    const { email, user } = await signedUp(backend);
    backend.clock.advance(61);
    const before = mailsTo(backend, email).length;
    const { data, error } = await clientAt(backend).auth.signUp({
      email,
      password: "another password",
      options: { data: { first_name: "Eve" } },
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.id).not.toBe(user.id);
    expect(data.user).toMatchObject({ identities: [], role: "" });
    expect(data.user?.user_metadata).toEqual({ first_name: "Eve" });
    expect(mailsTo(backend, email)).toHaveLength(before);
    const unchanged = await clientAt(backend).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(unchanged.data.user?.user_metadata).not.toHaveProperty("first_name");
  });

  it("waits between two mails to one address, known or not", async () => {
    const email = newEmail();
    await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    const resend = () => clientAt(backend).auth.resend({ type: "signup", email });
    const soon = await resend();
    expect(soon.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(soon.error?.message).toMatch(
      /^For security purposes, you can only request this after (59|60) seconds\.$/,
    );
    backend.clock.advance(61);
    expect((await resend()).error).toBeNull();
    await mailsArrived(backend, email, 2);

    const nobody = newEmail("nobody");
    const request = () => clientAt(backend).auth.resend({ type: "signup", email: nobody });
    expect((await request()).error).toBeNull();
    expect((await request()).error).toMatchObject({ code: "over_email_send_rate_limit" });
    expect(mailsTo(backend, nobody)).toEqual([]);
  });

  it("keeps account and mail when the mail server is unreachable, and reports it", async () => {
    const email = newEmail();
    backend.mailServer.down = true;
    const { error } = await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    expect(error?.status).toBe(500);
    expect(error?.message).toMatch(/^Error sending confirmation email.*smtp/);
    const logged = backend.errors.splice(0);
    expect(logged.map(({ event }) => event)).toContain("auth.failed");
    expect(mailsTo(backend, email)).toEqual([]);

    backend.mailServer.down = false;
    // The pause is lifted, so that the person can ask again at once.
    expect((await clientAt(backend).auth.resend({ type: "signup", email })).error).toBeNull();
    await mailsArrived(backend, email, 1);
    expect((await follow(backend, linkIn(mailTo(backend, email)))).hash).toContain("access_token");
  });
});
