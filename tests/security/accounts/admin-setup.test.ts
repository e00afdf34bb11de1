import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { type Functions, runUntil, startFunctions } from "#tests/functions.ts";
import { allowed } from "#tests/security/people.ts";

let functions: Functions;

const start = async () => {
  functions = await startFunctions();
};
const stop = () => functions?.close();

const GOOD = { username: " Root ", password: "long enough" };

const setUp = async (body: unknown, token?: string, ip?: string) => {
  const response = await functions.call("admin-setup", {
    headers: {
      "content-type": "application/json",
      ...(token ? { "x-setup-token": token } : {}),
      ...(ip ? { "x-forwarded-for": ip } : {}),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as { error?: string } };
};

const admins = () =>
  functions.sql<{ email: string }>(
    "select email from public.profiles where account_type = 'admin'",
  );

const accounts = async () => (await functions.service.auth.admin.listUsers()).data.users;
const logsIn = () =>
  allowed(
    functions.service.auth.signInWithPassword({
      email: "root@admin.test.internal",
      password: GOOD.password,
    }),
  );

const EXISTS = {
  status: 409,
  body: { error: "An admin account already exists. Please proceed to login." },
};
const TOKEN = "Invalid or missing setup token. Please contact the site owner.";

describe("the first admin", () => {
  beforeEach(start);
  afterEach(stop);

  it("can sign in, and is the last that is made here", async () => {
    expect((await setUp(GOOD)).status).toBe(200);
    expect(await admins()).toEqual([{ email: "root@admin.test.internal" }]);
    await logsIn();
    expect(await setUp({ ...GOOD, username: "second" })).toMatchObject(EXISTS);
    expect(await setUp({})).toMatchObject(EXISTS);
    expect(await admins()).toHaveLength(1);
    expect(await accounts()).toHaveLength(1);
  });

  it.each([
    ["different", ["one", "two", "three", "four"]],
    ["the same", ["root", "root", "root", "root"]],
  ])("is one of four simultaneous requests with %s names", async (_kind, names) => {
    const responses = await Promise.all(
      names.map((username) => setUp({ username, password: "long enough" })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await admins()).toHaveLength(1);
    expect(await accounts()).toHaveLength(1);
  });

  it("does not take over an account that another person made under its address", async () => {
    const squatter = {
      email: "root@admin.test.internal",
      password: "the squatter's own",
      email_confirm: true,
      user_metadata: { first_name: "Squatter" },
    };
    await allowed(functions.service.auth.admin.createUser(squatter));
    const response = await setUp(GOOD);
    expect(response).toMatchObject({
      status: 400,
      body: { error: "This username is taken. Please choose another." },
    });
    expect(await admins()).toHaveLength(0);
  });

  it("completes what was interrupted before the account was the admin's", async () => {
    await runUntil("/rpc/make_first_admin", () => setUp({ ...GOOD, password: "of the first try" }));
    expect(await accounts()).toHaveLength(1);

    expect(await setUp(GOOD)).toMatchObject({ status: 200 });
    expect(await admins()).toHaveLength(1);
    expect(await accounts()).toHaveLength(1);
    await logsIn();
  });

  it("opens nothing with a session from before they were the admin", async () => {
    const { id, client } = await functions.person("client", "early");
    const first = { user_id: id, username: "early" };
    await allowed(functions.service.rpc("make_first_admin", first));
    const { error, status } = await client.rpc("admin_dashboard_counts");
    expect([status, error?.code]).toEqual([401, SESSION_ENDED.code]);
  });

  it("leaves no account behind when it cannot become the admin", async () => {
    await functions.sql("alter function public.make_first_admin rename to hidden");
    await functions.sql("notify pgrst, 'reload schema'");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await setUp(GOOD);
    expect(response).toMatchObject({ status: 500, body: { error: "Failed to create admin" } });
    expect(JSON.stringify(logged.mock.calls)).not.toContain(GOOD.password);
    logged.mockRestore();
    expect(await accounts()).toHaveLength(0);
  });
});

describe("what is refused", () => {
  beforeAll(start);
  afterAll(stop);

  const FIELDS = "Username and password are required";
  const SHORT = "Password must be at least 8 characters";

  it.each([
    [{}, FIELDS],
    [{ username: "root" }, FIELDS],
    [{ password: "long enough" }, FIELDS],
    [{ username: "   ", password: "long enough" }, FIELDS],
    [{ username: { $ne: null }, password: "long enough" }, FIELDS],
    [{ username: "root", password: 12345678 }, FIELDS],
    [{ username: "root", password: "1234567" }, SHORT],
    [{ username: "root@evil.example", password: "long enough" }, /^Username may only contain/],
    [{ username: "r".repeat(61), password: "long enough" }, /^Username may only contain/],
    [{ username: "a\r\nb", password: "long enough" }, /^Username may only contain/],
    ["not json", "The request body must be a JSON object"],
  ])("%j", async (body, error) => {
    const response = await setUp(body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(error);
    expect(await admins()).toHaveLength(0);
  });
});

describe("the setup token", () => {
  beforeEach(start);
  afterEach(stop);

  it("is required where it is configured", async () => {
    functions.env.ADMIN_SETUP_TOKEN = "a token of some length";
    expect(await setUp(GOOD)).toMatchObject({ status: 401, body: { error: TOKEN } });
    for (const wrong of ["wrong", "a token of some lengtH", "a token of some length2"]) {
      expect(await setUp(GOOD, wrong)).toMatchObject({ status: 403, body: { error: TOKEN } });
    }
    expect(await admins()).toHaveLength(0);
    expect((await setUp(GOOD, "a token of some length")).status).toBe(200);
    expect(await setUp(GOOD)).toMatchObject({ status: 401 });
    expect(await setUp(GOOD, "a token of some length")).toMatchObject(EXISTS);
  });

  it.each(["live", undefined, "", "Trial", "test"])(
    "cannot be missing but from a site on trial: SITE_MODE %j",
    async (mode) => {
      functions.env.SITE_MODE = mode;
      expect(await setUp(GOOD)).toMatchObject({ status: 403, body: { error: TOKEN } });
      expect(await setUp(GOOD, "anything")).toMatchObject({ status: 403, body: { error: TOKEN } });
      expect(await admins()).toHaveLength(0);
    },
  );

  it("is guessed ten times in a quarter of an hour from one network, which blocks no other", async () => {
    functions.env.ADMIN_SETUP_TOKEN = "a token of some length";
    for (let number = 0; number < 10; number++)
      // What comes before the last entry is the caller's own invention.
      expect(await setUp(GOOD, "wrong", `203.0.113.${number}, 198.51.100.${number}`)).toMatchObject(
        { status: 403 },
      );
    const refused = await setUp(GOOD, "a token of some length", "198.51.100.77");
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatch(/^Too many attempts/);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect((await setUp(GOOD, "a token of some length", "192.0.2.1")).status).toBe(200);
  });
});
