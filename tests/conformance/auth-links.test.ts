import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "#tests/backend.ts";
import {
  codeIn,
  follow,
  fragmentOf,
  linkIn,
  mailsTo,
  mailTo,
  newEmail,
  operatorOf,
  PASSWORD,
  personAt,
  raw,
  signedUp,
  startAuth,
  tokenIn,
} from "./auth-people.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startAuth((auth) => {
    auth.email.maxFrequency = 60;
  });
});
afterAll(() => backend.close());

const arrived = (email: string, count: number) =>
  expect.poll(() => mailsTo(backend, email).length).toBe(count);

describe("recovering a password", () => {
  it("signs in by the link, which then sets a new password", async () => {
    const { email, client: old } = await signedUp(backend);
    const client = personAt(backend);
    const asked = await client.auth.resetPasswordForEmail(email, {
      redirectTo: "https://site.example/reset-password?mode=reset",
    });
    expect(asked).toEqual({ data: {}, error: null });
    await arrived(email, 2);
    const target = await follow(backend, linkIn(mailTo(backend, email)));
    expect(target.pathname + target.search).toBe("/reset-password?mode=reset");
    const { access_token = "", refresh_token = "", type } = fragmentOf(target);
    expect(type).toBe("recovery");
    await client.auth.setSession({ access_token, refresh_token });
    const changed = await client.auth.updateUser({ password: "a new password" });
    expect(changed.error).toBeNull();

    const [was, is] = await Promise.all([
      personAt(backend).auth.signInWithPassword({ email, password: PASSWORD }),
      personAt(backend).auth.signInWithPassword({ email, password: "a new password" }),
    ]);
    expect(was.error).toMatchObject({ code: "invalid_credentials" });
    expect(is.error).toBeNull();
    // Whoever was signed in with the old password is not any more.
    expect((await old.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  it("answers the same for an address without an account, and sends nothing", async () => {
    const { email } = await signedUp(backend);
    const nobody = newEmail("nobody");
    const ask = async (address: string) => {
      const answer = await raw(backend, "POST", "/recover", { body: { email: address } });
      return { status: answer.status, body: answer.body };
    };
    expect(await ask(email)).toEqual({ status: 200, body: {} });
    expect(await ask(nobody)).toEqual({ status: 200, body: {} });
    expect((await ask(email)).status).toBe(429);
    expect((await ask(nobody)).status).toBe(429);
    await arrived(email, 2);
    expect(mailsTo(backend, nobody)).toEqual([]);
  });

  it("is sent twice where it is asked for again before the first is written", async () => {
    const { email, user } = await signedUp(backend);
    const { auth } = personAt(backend);
    await backend.db.transaction(async (tx) => {
      await tx.query("select from auth.users where id = $1 for no key update", [user.id]);
      expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
      backend.clock.advance(61);
      const options = { shouldCreateUser: false };
      expect((await auth.signInWithOtp({ email, options })).error).toBeNull();
    });
    await arrived(email, 3);
  });

  it("says nothing of a mail server that is away, for the same reason", async () => {
    const { email } = await signedUp(backend);
    backend.mailServer.down = true;
    expect((await personAt(backend).auth.resetPasswordForEmail(email)).error).toBeNull();
    await expect
      .poll(
        async () =>
          (
            await backend.db.query(
              "select from _backend.outbox where attempts > 0 and delivered_at is null and mail is not null",
            )
          ).length,
      )
      .toBeGreaterThan(0);
    backend.mailServer.down = false;
  });

  it("does not sign in with a link of another kind", async () => {
    const { email } = await signedUp(backend);
    await personAt(backend).auth.resetPasswordForEmail(email);
    await arrived(email, 2);
    const token_hash = tokenIn(mailTo(backend, email));
    for (const type of ["signup", "invite", "email_change"] as const) {
      const { error } = await personAt(backend).auth.verifyOtp({ type, token_hash });
      expect(error).toMatchObject({ code: "otp_expired" });
    }
    const { error } = await personAt(backend).auth.verifyOtp({ type: "recovery", token_hash });
    expect(error).toBeNull();
  });
});

describe("signing in by mail", () => {
  it("works by link and by code", async () => {
    const { email } = await signedUp(backend);
    const client = personAt(backend);
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    await arrived(email, 2);
    const byCode = await client.auth.verifyOtp({
      type: "email",
      email,
      token: codeIn(mailTo(backend, email)),
    });
    expect(byCode.data.session).toBeTruthy();

    backend.clock.advance(61);
    const magic = await raw(backend, "POST", "/magiclink", { body: { email } });
    expect([magic.status, magic.body]).toEqual([200, {}]);
    await arrived(email, 3);
    expect(fragmentOf(await follow(backend, linkIn(mailTo(backend, email)))).type).toBe(
      "magiclink",
    );
  });

  it("makes an account where that is wanted, and tells nobody whether it did", async () => {
    const email = newEmail();
    const made = await personAt(backend).auth.signInWithOtp({
      email,
      options: { data: { first_name: "Grace" } },
    });
    expect(made.error).toBeNull();
    await arrived(email, 1);
    const { data } = await personAt(backend).auth.verifyOtp({
      type: "email",
      email,
      token: codeIn(mailTo(backend, email)),
    });
    expect(data.user?.user_metadata.first_name).toBe("Grace");

    const nobody = newEmail("nobody");
    const { error } = await personAt(backend).auth.signInWithOtp({
      email: nobody,
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    const rows = await backend.db.query("select 1 from auth.users where email = $1", [nobody]);
    expect(rows).toEqual([]);
    expect(mailsTo(backend, nobody)).toEqual([]);
  });
});

describe("an account that somebody else signed up", () => {
  const squat = async () => {
    const email = newEmail("victim");
    await personAt(backend).auth.signUp({ email, password: "attacker's choice" });
    backend.clock.advance(61);
    return email;
  };
  const attack = async (email: string) =>
    (await personAt(backend).auth.signInWithPassword({ email, password: "attacker's choice" }))
      .error?.code;

  it("does not keep their password when its owner signs in by mail", async () => {
    const email = await squat();
    await personAt(backend).auth.signInWithOtp({ email });
    await arrived(email, 2);
    await follow(backend, linkIn(mailTo(backend, email)));
    expect(await attack(email)).toBe("invalid_credentials");
  });

  it("does not keep it when its owner is invited", async () => {
    const email = await squat();
    await operatorOf(backend).auth.admin.inviteUserByEmail(email);
    await follow(backend, linkIn(mailTo(backend, email)));
    expect(await attack(email)).toBe("invalid_credentials");
  });

  it("keeps the password that its owner chooses after signing in by mail", async () => {
    const email = newEmail();
    await personAt(backend).auth.signInWithOtp({ email });
    await arrived(email, 1);
    backend.clock.advance(61);
    await personAt(backend).auth.signUp({ email, password: PASSWORD });
    await follow(backend, linkIn(mailTo(backend, email)));
    const { error } = await personAt(backend).auth.signInWithPassword({
      email,
      password: PASSWORD,
    });
    expect(error).toBeNull();
  });
});

describe("PKCE", () => {
  it("hands a code to the browser that asked, and to no other", async () => {
    const email = newEmail();
    const client = personAt(backend, { flowType: "pkce" });
    await client.auth.signUp({ email, password: PASSWORD });
    expect(tokenIn(mailTo(backend, email))).toMatch(/^pkce_/);
    const target = await follow(backend, linkIn(mailTo(backend, email)));
    expect(target.hash).toBe("");
    const code = target.searchParams.get("code") ?? "";

    const thief = await raw(backend, "POST", "/token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: randomBytes(40).toString("base64url") },
    });
    expect([thief.status, thief.body.error_code]).toEqual([400, "bad_code_verifier"]);

    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await raw(backend, "POST", "/token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: "x".repeat(50) },
    });
    expect([again.status, again.body.error_code]).toEqual([404, "flow_state_not_found"]);
  });

  it("works for recovery, and codes grow old", async () => {
    const { email } = await signedUp(backend);
    const client = personAt(backend, { flowType: "pkce" });
    await client.auth.resetPasswordForEmail(email);
    await arrived(email, 2);
    const target = await follow(backend, linkIn(mailTo(backend, email)));
    backend.clock.advance(301);
    const late = await client.auth.exchangeCodeForSession(target.searchParams.get("code") ?? "");
    expect(late.error).toMatchObject({ code: "flow_state_expired" });
  });

  it("reports a dead link in query and fragment", async () => {
    const dead = new URL(`${backend.url}/auth/v1/verify?token=pkce_00&type=signup`);
    const target = await follow(backend, dead);
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
    ]) {
      const answer = await raw(backend, "POST", "/recover", {
        body: { email: newEmail(), ...body },
      });
      expect([answer.status, answer.body.error_code]).toEqual([400, "validation_failed"]);
    }
  });
});

describe("what /verify and /resend refuse", () => {
  const post = async (path: string, body: unknown) => {
    const answer = await raw(backend, "POST", path, { body, ip: "10.201.0.1" });
    return [answer.status, answer.body.error_code];
  };

  it.each([
    {},
    { type: "signup" },
    { type: "constructor", token_hash: "x" },
    { type: "signup", token: "123456" },
    { type: "signup", token_hash: "x", email: "a@example.org" },
    { type: "signup", token_hash: { $ne: 1 } },
    { type: ["signup"], token_hash: "x" },
  ])("/verify %j", async (body) => {
    expect(await post("/verify", body)).toEqual([400, "validation_failed"]);
  });

  it("half a question, in the platform's words", async () => {
    const said = async (body: unknown) =>
      (await raw(backend, "POST", "/verify", { body, ip: "10.201.0.2" })).body.msg;
    const either = "Verify requires either a token or a token hash";
    expect(await said({ type: "signup" })).toBe(either);
    expect(await said({ type: "signup", token: "1", token_hash: "x" })).toBe(either);
    expect(await said({ token_hash: "x" })).toBe("Verify requires a verification type");
  });

  it("phones", async () => {
    expect(await post("/verify", { type: "sms", phone: "1", token: "1" })).toEqual([
      400,
      "phone_provider_disabled",
    ]);
    expect(await post("/resend", { type: "sms", phone: "1" })).toEqual([
      400,
      "phone_provider_disabled",
    ]);
  });

  it.each([{}, { type: "recovery", email: "a@example.org" }, { type: "signup" }])(
    "/resend %j",
    async (body) => {
      expect(await post("/resend", body)).toEqual([400, "validation_failed"]);
    },
  );

  it("an empty or unknown link, by redirect to the site", async () => {
    for (const query of ["", "?token=x", "?type=signup", "?token=x&type=nothing"]) {
      const target = await follow(backend, new URL(`${backend.url}/auth/v1/verify${query}`));
      expect(target.origin).toBe("https://site.example");
      expect(fragmentOf(target).error).toBe("access_denied");
    }
  });
});

it("keeps neither links nor codes, only their hashes", async () => {
  const email = newEmail();
  await personAt(backend).auth.signUp({ email, password: PASSWORD });
  const mail = mailTo(backend, email);
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

describe("a sign-in link where sign-up needs no mail", () => {
  it("is refused for an address without an account, when none may be made", async () => {
    const { auth } = backend.kernel.project.config;
    const ask = () =>
      personAt(backend).auth.signInWithOtp({
        email: newEmail(),
        options: { shouldCreateUser: false },
      });
    expect((await ask()).error).toBeNull();
    auth.email.enableConfirmations = false;
    try {
      expect((await ask()).error).toMatchObject({ status: 422, code: "otp_disabled" });
    } finally {
      auth.email.enableConfirmations = true;
    }
  });
});
