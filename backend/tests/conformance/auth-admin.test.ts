import { describe, expect, it } from "vitest";
import { authBackend, newEmail, PASSWORD, refused } from "./auth-people.ts";

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
    const { data, error } = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { first_name: "Ada" },
      app_metadata: { plan: "gold" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { first_name: "Ada", email_verified: true },
      app_metadata: { plan: "gold", provider: "email", providers: ["email"] },
    });
    expect(backend.mailsTo(email)).toEqual([]);
    const signedIn = await backend.signIn(email);
    expect(signedIn.data.user?.app_metadata.plan).toBe("gold");
    await refused(admin.createUser({ email, password: PASSWORD }), "email_exists", 422);
  });

  it("lists, finds, changes and deletes", async () => {
    const admin = backend.admin();
    const { user, client, email } = await backend.signedUp();
    await backend.signedUp();
    const list = await admin.listUsers({ page: 1, perPage: 1 });
    expect(list.error).toBeNull();
    expect(list.data.users).toHaveLength(1);
    expect(list.data).toMatchObject({ nextPage: 2 });
    expect((list.data as { total: number }).total).toBeGreaterThan(1);
    expect((await admin.getUserById(user.id)).data.user?.email).toBe(email);

    const moved = newEmail("moved");
    const changed = await admin.updateUserById(user.id, {
      email: moved,
      password: "set by operator",
      app_metadata: { plan: "gold" },
    });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({ email: moved, app_metadata: { plan: "gold" } });
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
    const list = async (token?: string) => {
      return backend.outcome(method, path, { token, body });
    };
    expect(await list(session.access_token)).toEqual([403, "not_admin"]);
    expect(await list(backend.keys.anon)).toEqual([403, "not_admin"]);
    expect(await list(backend.keys.publishable)).toEqual([403, "not_admin"]);
    expect(await list("sb_secret_guess")).toEqual([403, "bad_jwt"]);
    expect(await list()).toEqual([401, "no_authorization"]);
  });
});
