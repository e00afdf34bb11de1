import { describe, expect, it } from "vitest";
import { authBackend, dataOf, fragmentOf, newEmail, PASSWORD, refused } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
});

describe("the operator", () => {
  it("returns an account's details, until its address is verified", async () => {
    const admin = backend.admin();
    const facts = { first_name: "Ada" };
    const made = await admin.createUser({ email: newEmail(), user_metadata: facts });
    expect(made.data.user?.user_metadata).toEqual(facts);
    const invited = await admin.inviteUserByEmail(newEmail(), { data: facts });
    expect(invited.data.user?.user_metadata).toEqual(facts);
    const linked = await admin.generateLink({
      type: "signup",
      email: newEmail(),
      password: PASSWORD,
      options: { data: facts },
    });
    expect(linked.data.user?.user_metadata).toEqual(facts);
  });

  it("makes an account that can sign in at once", async () => {
    const admin = backend.admin();
    const email = newEmail();
    const made = { email, password: PASSWORD, email_confirm: true };
    const facts = { user_metadata: { first_name: "Ada" }, app_metadata: { plan: "gold" } };
    const { user } = await dataOf(admin.createUser({ ...made, ...facts }));
    expect(user).toMatchObject({
      email,
      user_metadata: { first_name: "Ada", email_verified: true },
      app_metadata: { plan: "gold", provider: "email", providers: ["email"] },
    });
    expect(backend.mailsTo(email)).toEqual([]);
    expect((await backend.signIn(email)).data.user?.app_metadata.plan).toBe("gold");
    await refused(admin.createUser({ email, password: PASSWORD }), "email_exists", 422);
  });

  it("lists, finds, changes and deletes", async () => {
    const admin = backend.admin();
    const { user, client, email } = await backend.signedUp();
    await backend.signedUp();
    const list = await dataOf(admin.listUsers({ page: 1, perPage: 1 }));
    expect(list).toMatchObject({ users: [expect.any(Object)], nextPage: 2 });
    expect((list as { total?: number }).total).toBeGreaterThan(1);
    expect((await admin.getUserById(user.id)).data.user?.email).toBe(email);

    const moved = newEmail("moved");
    const change = { email: moved, password: "set by operator", app_metadata: { plan: "gold" } };
    const changed = await dataOf(admin.updateUserById(user.id, change));
    expect(changed.user).toMatchObject({ email: moved, app_metadata: { plan: "gold" } });
    expect((await client.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await backend.signIn(moved, "set by operator")).error).toBeNull();

    expect((await admin.deleteUser(user.id)).error).toBeNull();
    await refused(admin.getUserById(user.id), "user_not_found", 404);
  });

  it("reads the audit trail, by action and by person", async () => {
    const { email, user } = await backend.signedUp();
    const listUsers = (query: string) =>
      backend.raw("GET", `/admin/audit?${query}`, { token: backend.keys.serviceRole });
    const mine = await listUsers(`query=author:${email.toUpperCase()}`);
    expect(mine.status).toBe(200);
    const entries = mine.body as unknown as { payload: Record<string, unknown>; id: string }[];
    expect(entries.map(({ payload }) => payload.action)).toEqual([
      "user_signedup",
      "user_confirmation_requested",
    ]);
    expect(entries[0]).toMatchObject({
      id: expect.any(String),
      created_at: expect.any(String),
      ip_address: expect.any(String),
      payload: { actor_id: user.id, actor_username: email, log_type: "team" },
    });
    expect(mine.headers.get("x-total-count")).toBe("2");
    const paged = await listUsers(`query=author:${email}&per_page=1&page=2`);
    expect(paged.body).toMatchObject([{ id: entries[1]?.id }]);
    const done = await listUsers("query=action:user_signedup&per_page=1000");
    const actions = (done.body as unknown as typeof entries).map(({ payload }) => payload.action);
    expect(new Set(actions)).toEqual(new Set(["user_signedup"]));
    for (const query of ["secret:x", "payload", "author%27:x"]) {
      expect((await listUsers(`query=${query}`)).body).toMatchObject({
        error_code: "validation_failed",
        msg: expect.stringMatching(/^Invalid query scope: /),
      });
    }
    expect((await listUsers("page=0")).status).toBe(400);
  });
});

describe("everybody else", () => {
  const id = crypto.randomUUID();
  it.each([
    ["GET", "/admin/users"],
    ["GET", "/admin/audit"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${id}`],
    ["PUT", `/admin/users/${id}`],
    ["DELETE", `/admin/users/${id}`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ])("is refused %s %s", async (method, path) => {
    const { session } = await backend.signedUp();
    const body = method === "GET" ? undefined : { email: newEmail() };
    const list = (token?: string) => backend.outcome(method, path, { token, body });
    expect(await list(session.access_token)).toEqual([403, "not_admin"]);
    expect(await list(backend.keys.anon)).toEqual([403, "not_admin"]);
    expect(await list(backend.keys.publishable)).toEqual([403, "not_admin"]);
    expect(await list("sb_secret_guess")).toEqual([403, "bad_jwt"]);
    expect(await list()).toEqual([401, "no_authorization"]);
  });
});

/** Sessions that the operator ends, bans, and the mails and links that sign people in. */
describe("the operator", () => {
  it("signs a user out by their token: here, elsewhere or everywhere", async () => {
    const admin = backend.admin();
    const { email, session } = await backend.signedUp();
    const signIn = async () => (await backend.signedIn(email)).session.access_token;
    const areAccepted = (...tokens: string[]) =>
      Promise.all(
        tokens.map(async (token) => (await backend.raw("GET", "/user", { token })).status === 200),
      );
    const [one, two, three] = [session.access_token, await signIn(), await signIn()];
    expect((await admin.signOut(one, "local")).error).toBeNull();
    expect(await areAccepted(one, two, three)).toEqual([false, true, true]);
    expect((await admin.signOut(two, "others")).error).toBeNull();
    expect(await areAccepted(two, three)).toEqual([true, false]);
    const four = await signIn();
    expect((await admin.signOut(two)).error).toBeNull();
    expect(await areAccepted(two, four)).toEqual([false, false]);
    expect((await admin.signOut(two)).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  it("bans and lifts the ban", async () => {
    const admin = backend.admin();
    const { user, email, client } = await backend.signedUp();
    expect((await admin.updateUserById(user.id, { ban_duration: "1h30m" })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeTruthy();
    await refused(backend.signIn(email), "user_banned");
    await refused(backend.signIn(email, "guess"), "invalid_credentials");
    await admin.updateUserById(user.id, { ban_duration: "none" });
    expect((await backend.signIn(email)).error).toBeNull();
    await backend.setAccount(user.id, "banned_until = 'infinity'");
    await refused(backend.signIn(email), "user_banned", 400);
    expect((await admin.getUserById(user.id)).data.user?.banned_until).toMatch(/^9999-/);
    await backend.setAccount(user.id, "banned_until = '-infinity'");
    expect((await backend.signIn(email)).error).toBeNull();
    for (const [ban_duration, why] of [
      ["soon", 'invalid duration "soon"'],
      ["24", 'missing unit in duration "24"'],
    ] as const) {
      expect((await admin.updateUserById(user.id, { ban_duration })).error).toMatchObject({
        code: "validation_failed",
        message: `invalid format for ban duration: time: ${why}`,
      });
    }
  });

  it("deletes softly: the row stays, the person does not", async () => {
    const admin = backend.admin();
    const { user, email } = await backend.signedUp();
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const rest = await admin.getUserById(user.id);
    expect(rest.data.user?.deleted_at).toBeTruthy();
    expect(JSON.stringify(rest.data)).not.toContain(email);
    await refused(backend.signIn(email), "invalid_credentials");
    backend.clock.advance(2);
    await backend.signedUp(email);
  });

  it("invites, and does not reveal that to a sign-up with the address", async () => {
    const email = newEmail();
    await backend.admin().inviteUserByEmail(email, { data: { salary: 1 } });
    const { user } = await dataOf(backend.auth().signUp({ email, password: PASSWORD }));
    expect(user).toMatchObject({ email, user_metadata: {}, identities: [] });
  });

  it("invites", async () => {
    const email = newEmail();
    const options = { data: { team: "blue" }, redirectTo: "https://evil.example" };
    const { user } = await dataOf(backend.admin().inviteUserByEmail(email, options));
    expect(user.invited_at).toBeTruthy();
    const target = await backend.followMail(email);
    expect(target.origin).toBe("https://site.example");
    expect(fragmentOf(target).type).toBe("invite");
    const { client } = await backend.entered(target);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await backend.signIn(email)).data.user?.user_metadata.team).toBe("blue");
    await refused(backend.admin().inviteUserByEmail(email), "email_exists");
  });

  it.each(["signup", "invite", "magiclink", "recovery"] as const)(
    "generates a working %s link without a mail",
    async (type) => {
      const admin = backend.admin();
      const known = type === "magiclink" || type === "recovery";
      const email = known ? (await backend.signedUp()).email : newEmail();
      const before = backend.mailsTo(email).length;
      const { properties } = await dataOf(
        admin.generateLink(
          type === "signup" ? { type, email, password: PASSWORD } : { type, email },
        ),
      );
      expect(backend.mailsTo(email)).toHaveLength(before);
      expect(properties.verification_type).toBe(type);
      expect(properties.email_otp).toMatch(/^\d{6}$/);
      const target = await backend.follow(new URL(properties.action_link));
      expect(fragmentOf(target).type).toBe(type);
      const token_hash = properties.hashed_token;
      await refused(backend.auth().verifyOtp({ type: "email", token_hash }), "otp_expired");
    },
  );
});
