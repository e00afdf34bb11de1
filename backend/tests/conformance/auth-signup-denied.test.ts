import { describe, expect, it } from "vitest";
import {
  accepted,
  authBackend,
  fragmentOf,
  newEmail,
  PASSWORD,
  refused,
  SITE,
} from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.additionalRedirectUrls = ["https://*.preview.example/**", "myapp://callback"];
  auth.email.maxFrequency = 60;
});

describe("redirects", () => {
  const landing = async (emailRedirectTo: string): Promise<string> => {
    const email = newEmail();
    const options = { emailRedirectTo };
    await accepted(backend.auth().signUp({ email, password: PASSWORD, options }));
    const target = await backend.followMail(email);
    target.hash = "";
    return target.href;
  };

  it.each([
    `${SITE}/confirm-email`,
    "https://abc.preview.example/confirm/now?x=1",
    "myapp://callback",
  ])("go to %s", async (allowed) => {
    expect(await landing(allowed)).toBe(new URL(allowed).href);
  });

  it.each([
    "//evil.example/x",
    "https://site.example@evil.example/",
    "https://evil.example?.preview.example/x",
    "javascript:alert(1)//site.example",
  ])("do not go to %s", async (evil) => {
    expect(await landing(evil)).toBe(`${SITE}/`);
  });

  it("are checked again when the link is followed", async () => {
    const email = await backend.applicant();
    const link = backend.linkTo(email);
    link.searchParams.set("redirect_to", "https://evil.example/");
    expect((await backend.follow(link)).origin).toBe(SITE);
  });
});

describe("what sign-up refuses", () => {
  it("passwords that are too short, in the shape of both API versions", async () => {
    const weak = { email: newEmail(), password: "abc" };
    const { error } = await backend.auth().signUp(weak);
    const reasons = ["length"];
    const name = "AuthWeakPasswordError";
    expect(error).toMatchObject({ name, status: 422, code: "weak_password", reasons });
    const old = await backend.raw("POST", "/signup", { body: weak });
    expect(old.body).toEqual({
      code: 422,
      error_code: "weak_password",
      msg: "Password should be at least 6 characters.",
      weak_password: { reasons },
    });
  });

  it("invalid addresses", async () => {
    const signUp = (email: string) =>
      backend.raw("POST", "/signup", { body: { email, password: PASSWORD } });
    const msg = "Unable to validate email address: invalid format";
    for (const email of ["nobody", "a@b@c", "a b@example.org", "x@example.org\r\nbcc: y@z.org"]) {
      const body = { error_code: "validation_failed", msg };
      expect(await signUp(email)).toMatchObject({ status: 400, body });
    }
    expect((await signUp(`${"a".repeat(300)}@example.org`)).status).toBe(400);
  });

  it("wrong types, broken JSON and bodies that are too large", async () => {
    const account = { email: newEmail(), password: PASSWORD };
    for (const body of [
      { email: 1, password: PASSWORD },
      { email: ["a@example.org"], password: {} },
      { ...account, data: "x" },
      "[]",
      { ...account, data: { x: "x".repeat(9000) } },
      { ...account, data: { x: "\0" } },
    ])
      await backend.refuses(400, "validation_failed", "POST", "/signup", { body });
    await backend.refuses(400, "bad_json", "POST", "/signup", { body: "{" });
    for (const body of ["[".repeat(60_000), "x".repeat(70_000)])
      await backend.refuses(413, "request_entity_too_large", "POST", "/signup", { body });
  });

  it("callers without a key of the project", async () => {
    const response = await backend.request("/auth/v1/signup", { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    const wrong = await backend.raw("POST", "/signup", { body: {}, headers: { apikey: "x.y.z" } });
    expect(wrong.status).toBe(401);
  });

  it("more than the rate from one address, but not from another", async () => {
    const tries = (ip: string) =>
      backend.raw("POST", "/signup", { body: { email: "x", password: "y" }, ip });
    for (let i = 0; i < 30; i += 1) expect((await tries("192.0.2.7")).status).toBe(400);
    const limited = await tries("192.0.2.7");
    expect([limited.status, limited.body.error_code]).toEqual([429, "over_request_rate_limit"]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await tries("192.0.2.8")).status).toBe(400);
    // All addresses of one IPv6 network are one client.
    for (let i = 0; i < 30; i += 1) await tries(`2001:db8:0:1::${i}`);
    expect((await tries("2001:db8:0:1:ffff::1")).status).toBe(429);
    expect((await tries("2001:db8:0:2::1")).status).toBe(400);
  });
});

describe("signing up more than once before confirming", () => {
  /** Signs up and gives the link of the mail; the pause between two mails is over afterwards. */
  const linkOf = async (email: string, password: string, name: string): Promise<URL> => {
    const client = backend.client();
    await accepted(client.auth.signUp({ email, password, options: { data: { name } } }));
    backend.clock.advance(61);
    return backend.linkTo(email);
  };
  const nameOf = async (landed: URL) => {
    const { access_token } = fragmentOf(landed);
    return (await backend.auth().getUser(access_token)).data.user?.user_metadata.name;
  };
  const denies = (email: string, password: string) =>
    refused(backend.signIn(email, password), "invalid_credentials");

  it("confirms by each link the sign-up that it was sent for, even after others", async () => {
    const email = newEmail();
    const own = await linkOf(email, PASSWORD, "Alice");
    const choice = "a stranger's choice";
    const strangers = [
      await linkOf(email, choice, "Mallory"),
      await linkOf(email, choice, "Mallory"),
    ];
    expect(await nameOf(await backend.follow(own))).toBe("Alice");
    for (const link of strangers)
      expect(fragmentOf(await backend.follow(link)).error_code).toBe("otp_expired");
    await denies(email, choice);
  });

  it("sets nobody's password where two were chosen, whichever link is followed", async () => {
    for (const follows of [0, 1]) {
      const email = newEmail();
      const links = [
        await linkOf(email, "attacker's choice", "Mallory"),
        await linkOf(email, PASSWORD, "Alice"),
      ];
      const landed = await backend.follow(links[follows] as URL);
      expect(await nameOf(landed)).toBe(["Mallory", "Alice"][follows]);
      for (const password of ["attacker's choice", PASSWORD]) await denies(email, password);
      // The reader of the mails chooses one.
      const { client: owner } = await backend.entered(landed);
      await accepted(owner.auth.updateUser({ password: "the owner's own" }));
      await accepted(backend.signIn(email, "the owner's own"));
    }
  });

  it("keeps the password of a repeated sign-up, and the newest once links have expired", async () => {
    const [again, later] = [newEmail(), newEmail()];
    await linkOf(again, PASSWORD, "Alica");
    const landed = await backend.follow(await linkOf(again, PASSWORD, "Alice"));
    expect(await nameOf(landed)).toBe("Alice");
    await accepted(backend.signIn(again));

    const early = await linkOf(later, "attacker's choice", "Mallory");
    backend.clock.advance(3600);
    const link = await linkOf(later, PASSWORD, "Alice");
    expect(fragmentOf(await backend.follow(early)).error_code).toBe("otp_expired");
    expect(await nameOf(await backend.follow(link))).toBe("Alice");
    await accepted(backend.signIn(later));
  });

  it("accepts the first link also after the mail was sent again, once of many at a time", async () => {
    const email = newEmail();
    const link = await linkOf(email, PASSWORD, "Alice");
    await backend.auth().resend({ type: "signup", email });
    await backend.mailsArrived(email, 2);
    const again = backend.linkTo(email);
    const landed = await Promise.all([1, 2, 3].map(() => backend.follow(link)));
    expect(landed.filter(({ hash }) => hash.includes("access_token"))).toHaveLength(1);
    expect(fragmentOf(await backend.follow(again)).error_code).toBe("otp_expired");
    expect((await backend.signIn(email)).data.user?.user_metadata.name).toBe("Alice");
  });
});
