import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  accepted,
  authBackend,
  codeIn,
  dataOf,
  fragmentOf,
  newEmail,
  PASSWORD,
  refused,
  tokenIn,
} from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.maxFrequency = 60;
});

describe("recovering a password", () => {
  it("signs in by the link, which then sets a new password", async () => {
    const { email, client: old } = await backend.signedUp();
    const response = await backend.auth().resetPasswordForEmail(email, {
      redirectTo: "https://site.example/reset-password?mode=reset",
    });
    expect(response).toEqual({ data: {}, error: null });
    await backend.mailsArrived(email, 2);
    const target = await backend.followMail(email);
    expect(target.pathname + target.search).toBe("/reset-password?mode=reset");
    expect(fragmentOf(target).type).toBe("recovery");
    const { client } = await backend.entered(target);
    await accepted(client.auth.updateUser({ password: "a new password" }));

    await refused(backend.signIn(email), "invalid_credentials");
    await accepted(backend.signIn(email, "a new password"));
    // Sessions from the old password have ended.
    expect((await old.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  it("responds the same for an address without an account, and sends nothing", async () => {
    const { email } = await backend.signedUp();
    const nobody = newEmail("nobody");
    const recover = (address: string) =>
      backend.raw("POST", "/recover", { body: { email: address } });
    for (const address of [email, nobody]) {
      const { status, body } = await recover(address);
      expect([status, body]).toEqual([200, {}]);
    }
    for (const address of [email, nobody]) expect((await recover(address)).status).toBe(429);
    await backend.mailsArrived(email, 2);
    expect(backend.mailsTo(nobody)).toEqual([]);
  });

  it("does not reveal an unreachable mail server, for the same reason", async () => {
    const { email } = await backend.signedUp();
    backend.mailServer.down = true;
    expect((await backend.auth().resetPasswordForEmail(email)).error).toBeNull();
    const tried = () =>
      backend.db.query(
        "select from _backend.outbox where attempts > 0 and delivered_at is null and mail is not null",
      );
    await expect.poll(tried).not.toEqual([]);
    backend.mailServer.down = false;
  });

  it("does not sign in with a link of another kind", async () => {
    const { email } = await backend.signedUp();
    await backend.auth().resetPasswordForEmail(email);
    await backend.mailsArrived(email, 2);
    const token_hash = backend.tokenTo(email);
    for (const type of ["signup", "invite", "email_change"] as const) {
      await refused(backend.auth().verifyOtp({ type, token_hash }), "otp_expired");
    }
    expect((await backend.auth().verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
  });
});

describe("signing in by mail", () => {
  it("works by link and by code", async () => {
    const { email } = await backend.signedUp();
    await accepted(backend.auth().signInWithOtp({ email }));
    await backend.mailsArrived(email, 2);
    expect((await backend.verifyCode(email)).data.session).toBeTruthy();

    backend.clock.advance(61);
    const magic = await backend.raw("POST", "/magiclink", { body: { email } });
    expect([magic.status, magic.body]).toEqual([200, {}]);
    await backend.mailsArrived(email, 3);
    expect(fragmentOf(await backend.followMail(email)).type).toBe("magiclink");
  });

  it("makes an account if the project allows it, and does not reveal whether it did", async () => {
    const email = newEmail();
    const options = { data: { first_name: "Grace" } };
    await accepted(backend.auth().signInWithOtp({ email, options }));
    await backend.mailsArrived(email, 1);
    const { data } = await backend.verifyCode(email);
    expect(data.user?.user_metadata.first_name).toBe("Grace");

    const nobody = newEmail("nobody");
    const none = { email: nobody, options: { shouldCreateUser: false } };
    await accepted(backend.auth().signInWithOtp(none));
    expect(await backend.accountsWith(nobody)).toEqual([]);
    expect(backend.mailsTo(nobody)).toEqual([]);
  });
});

describe("an account that another person signed up", () => {
  const THEIRS = "attacker's choice";
  const mailed = async (email: string, count: number) => {
    await backend.auth().signInWithOtp({ email });
    await backend.mailsArrived(email, count);
    backend.clock.advance(61);
  };

  it.each<[string, string, (email: string) => Promise<unknown>]>([
    ["loses that person's password when its owner signs in by mail", THEIRS, (to) => mailed(to, 2)],
    [
      "loses it when its owner is invited",
      THEIRS,
      (email) => backend.admin().inviteUserByEmail(email),
    ],
    [
      "is not taken by a sign-up after a link requested in its owner's name",
      PASSWORD,
      async (email) => {
        await mailed(email, 2);
        await backend.auth().signUp({ email, password: THEIRS });
      },
    ],
  ])("%s", async (_, first, happens) => {
    const email = await backend.applicant(first);
    backend.clock.advance(61);
    await happens(email);
    await backend.followMail(email);
    await refused(backend.signIn(email, THEIRS), "invalid_credentials");
  });

  it("keeps the password that its owner chooses after signing in by mail", async () => {
    const email = newEmail();
    await mailed(email, 1);
    await backend.auth().signUp({ email, password: PASSWORD });
    await backend.followMail(email);
    expect((await backend.signIn(email)).error).toBeNull();
  });
});

it("stores only hashes of links and codes", async () => {
  const email = await backend.applicant();
  const mail = backend.mailTo(email);
  const rows = await backend.db.query(
    `select to_jsonb(u)::text as account, to_jsonb(t)::text as token, to_jsonb(c)::text as code
       from auth.users u join auth.one_time_tokens t on t.user_id = u.id
       join _backend.auth_codes c on c.token_id = t.id where u.email = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(tokenIn(mail));
  expect(stored).not.toContain(`:${codeIn(mail)}`);
  expect(stored).not.toContain(createHash("sha256").update(codeIn(mail)).digest("hex"));
});

it("a sign-in link is refused for an address without an account, where sign-up needs no mail and none may be created", async () => {
  const options = { shouldCreateUser: false };
  const request = () => backend.auth().signInWithOtp({ email: newEmail(), options });
  await accepted(request());
  const { email } = backend.core.project.config.auth;
  backend.configure({ email: { ...email, enableConfirmations: false } });
  await refused(request(), "otp_disabled", 422);
});

describe("what /verify and /resend refuse", () => {
  it.each([
    ["/verify", {}],
    ["/verify", { type: "signup" }],
    ["/verify", { type: "constructor", token_hash: "x" }],
    ["/verify", { type: "signup", token: "123456" }],
    ["/verify", { type: "signup", token_hash: "x", email: "a@example.org" }],
    ["/verify", { type: "signup", token_hash: { $ne: 1 } }],
    ["/verify", { type: ["signup"], token_hash: "x" }],
    ["/resend", {}],
    ["/resend", { type: "recovery", email: "a@example.org" }],
    ["/resend", { type: "signup" }],
  ])("%s %j", async (path, body) => {
    const request = { body, ip: "10.201.0.1" };
    await backend.refuses(400, "validation_failed", "POST", path, request);
  });

  it.each([
    ["", "Verify requires a verification type"],
    ["?token=x", "Verify requires a verification type"],
    ["?type=signup", "Verify requires a token or a token hash"],
  ])("an invalid link: /verify%s", async (query, msg) => {
    const { status, body } = await backend.raw("GET", `/verify${query}`, { ip: "10.201.0.4" });
    expect([status, body]).toEqual([400, { code: 400, error_code: "validation_failed", msg }]);
  });

  it("an unknown link, by redirect to the site", async () => {
    for (const query of ["?token=x&type=signup", "?token=x&type=nothing"]) {
      const target = await backend.follow(new URL(`${backend.url}/auth/v1/verify${query}`));
      expect(target.origin).toBe("https://site.example");
      expect(fragmentOf(target).error).toBe("access_denied");
    }
  });
});

describe("PKCE", () => {
  it("gives a code to the browser that started, and to no other", async () => {
    const email = newEmail();
    const client = backend.client({ flowType: "pkce" });
    await client.auth.signUp({ email, password: PASSWORD });
    expect(backend.tokenTo(email)).toMatch(/^pkce_/);
    const target = await backend.followMail(email);
    expect(target.hash).toBe("");
    const code = target.searchParams.get("code") ?? "";

    const exchange = (code_verifier: string) =>
      backend.outcome("POST", "/token?grant_type=pkce", {
        body: { auth_code: code, code_verifier },
      });
    const guess = randomBytes(40).toString("base64url");
    expect(await exchange(guess)).toEqual([400, "bad_code_verifier"]);
    const { user } = await dataOf(client.auth.exchangeCodeForSession(code));
    expect(user.email).toBe(email);
    expect(await exchange("x".repeat(50))).toEqual([404, "flow_state_not_found"]);
  });

  it("works for recovery, and codes grow old", async () => {
    const { email } = await backend.signedUp();
    const client = backend.client({ flowType: "pkce" });
    await client.auth.resetPasswordForEmail(email);
    await backend.mailsArrived(email, 2);
    const target = await backend.followMail(email);
    backend.clock.advance(301);
    const code = target.searchParams.get("code") ?? "";
    await refused(client.auth.exchangeCodeForSession(code), "flow_state_expired");
  });

  it("reports a dead link in query and fragment", async () => {
    const dead = new URL(`${backend.url}/auth/v1/verify?token=pkce_00&type=signup`);
    const target = await backend.follow(dead);
    expect(target.searchParams.get("error_code")).toBe("otp_expired");
    expect(fragmentOf(target).error_code).toBe("otp_expired");
  });

  it("refuses half a challenge", async () => {
    const challenge = createHash("sha256").update("v").digest("base64url");
    for (const body of [
      { code_challenge: challenge },
      { code_challenge_method: "s256" },
      { code_challenge: challenge, code_challenge_method: "md5" },
      { code_challenge: "short", code_challenge_method: "plain" },
      { code_challenge: "x".repeat(129), code_challenge_method: "plain" },
      { code_challenge: "!".repeat(50), code_challenge_method: "plain" },
    ]) {
      await backend.refuses(400, "validation_failed", "POST", "/recover", {
        body: { email: newEmail(), ...body },
      });
    }
  });
});
