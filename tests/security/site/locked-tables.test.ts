import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { type FunctionName, PASSWORD, type Person } from "#tests/functions.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

// While a migration or a person at the database holds a lock, whatever waits for it is told so, in every service:
// 503, when to try again, and words that blame nobody.

const functions = testFunctions();
let person: Person;
let admin: Person;

beforeAll(async () => {
  person = await functions.person("provider", "waiting");
  admin = await functions.person("admin", "waitingadmin");
  const { api, db } = functions.backend;
  for (const pool of [api, db])
    expect(await pool.query("show lock_timeout")).toEqual([{ lock_timeout: "5s" }]);
  // Instead of the seconds that a lock may take to come.
  await db.query(`do $$ begin
    execute format('alter database %I set lock_timeout = %L', current_database(), '300ms');
    execute format('alter role authenticator in database %I set lock_timeout = %L', current_database(), '300ms');
  end $$`);
  // Settings are for new sessions.
  const client = new pg.Client(db.connection);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
  await vi.waitFor(async () =>
    expect(await db.query("show lock_timeout")).toEqual([{ lock_timeout: "300ms" }]),
  );
});

const locked = (table: string, work: () => Promise<void>): Promise<void> =>
  functions.backend.db.transaction(async ({ query }) => {
    await query(`lock table ${table} in access exclusive mode`);
    await work();
  });

const request = (path: string, body?: object, token = functions.backend.keys.anon) =>
  fetch(`${functions.backend.url}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      apikey: functions.backend.keys.anon,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  });

const CLEAR = /(?:busy|try again)/i;

const expectBusy = async (what: string, response: Response) => {
  const text = await response.text();
  expect([what, response.status, text]).toEqual([what, 503, expect.stringMatching(CLEAR)]);
  expect(Number(response.headers.get("retry-after")), what).toBeGreaterThan(0);
};

it("accounts, rows and functions, with the profiles locked", async () => {
  const credentials = { email: person.email, password: PASSWORD };
  const metadata = { first_name: "New", account_type: "client" };
  const newcomer = { email: "new@people.example", password: PASSWORD, data: metadata };
  const requests: [string, object?, string?][] = [
    ["/auth/v1/token?grant_type=password", credentials],
    ["/auth/v1/signup", newcomer],
    [
      "/auth/v1/admin/users",
      { ...newcomer, email_confirm: true },
      functions.backend.keys.serviceRole,
    ],
    ["/rest/v1/profiles?select=id", undefined, person.token],
    ["/rest/v1/public_providers?select=id"],
    ["/rest/v1/rpc/provider_page", { provider_id: person.id }],
  ];
  const called: [FunctionName, Person | null, object?][] = [
    ["create-checkout", person, { plan: "yearly" }],
    ["cancel-subscription", person],
    ["admin-create-provider", admin, { firstName: "A", lastName: "B", businessName: "C" }],
    ["delete-account", person, { confirmation: "DELETE" }],
    ["admin-setup", null, { username: "root", password: PASSWORD }],
  ];
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await locked("public.profiles", async () => {
    for (const [path, body, token] of requests)
      await expectBusy(path, await request(path, body, token));
    for (const [name, caller, body] of called)
      await expectBusy(name, await functions.callAs(name, caller, body));
  });
  logged.mockRestore();
  expect((await request("/auth/v1/token?grant_type=password", credentials)).status).toBe(200);
});

it("sessions, with those of auth locked", async () => {
  await locked("auth.users", async () => {
    await expectBusy("user", await request("/auth/v1/user", undefined, person.token));
    await expectBusy("recover", await request("/auth/v1/recover", { email: person.email }));
    await expectBusy("magic link", await request("/auth/v1/otp", { email: admin.email }));
  });
});

it("files, with the objects locked", async () => {
  const path = `/storage/v1/object/avatars/${person.id}/avatar.png`;
  await locked("storage.objects", async () => {
    await expectBusy("read", await request(path, undefined, person.token));
    await expectBusy(
      "list",
      await request("/storage/v1/object/list/avatars", { prefix: "" }, person.token),
    );
    await expectBusy(
      "sign",
      await request(path.replace("/object/", "/object/sign/"), { expiresIn: 60 }, person.token),
    );
  });
});
