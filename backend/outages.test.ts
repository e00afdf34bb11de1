import { afterEach, expect, test, vi } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { silentProxy } from "#backend/tests/silent-proxy.ts";
import { type Backend, createBackend } from "./backend.ts";
import { silentLog } from "./core/log.ts";

/*
 * A whole backend whose database, behind a proxy, is lost or goes silent.
 */

const database = perFile(testDatabase);
const proxy = perFile(() => silentProxy(database.connection));
const dataDir = newFolder("outage-");
const backend = perFile(async () => {
  await database.db.query("create table public.notes (id int)");
  return start();
});
afterEach(async () => {
  proxy.cut(false);
  proxy.silence(false);
  await vi.waitFor(async () => expect((await backend.readiness()).ready).toBe(true), {
    timeout: 20_000,
  });
});
const start = (): Promise<Backend> =>
  createBackend({
    project: database.project,
    dataDir,
    connection: proxy.connection,
    trusted: true,
    migrate: false,
    apiUrl: "http://127.0.0.1:1",
    mail: { url: null, from: "Tests <tests@example.org>" },
    log: silentLog,
  });

const request = async (address: string, init: RequestInit = {}, isDisconnected?: () => boolean) => {
  const response = await backend.fetch(
    new Request(`http://127.0.0.1:1${address}`, {
      ...init,
      headers: {
        apikey: backend.keys.anon,
        authorization: `Bearer ${backend.keys.anon}`,
        "content-type": "application/json",
      },
    }),
    { ip: "127.0.0.1", isDisconnected },
  );
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
};

const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

const ADA = { email: "ada@example.org", password: "correct horse battery" };

const everyService = () =>
  Promise.all([
    request("/rest/v1/notes"),
    request("/rest/v1/notes", post({ id: 1 })),
    request("/auth/v1/signup", post(ADA)),
    request("/auth/v1/token?grant_type=password", post({ ...ADA, password: "x" })),
    request("/storage/v1/object/list/pictures", post({ prefix: "" })),
    request("/storage/v1/bucket"),
    request("/_mailbox/api/v1/messages"),
  ]);

const shapes = [
  {
    code: expect.stringMatching(/^PGRST00[03]$/),
    message: expect.any(String),
    hint: "Try again shortly.",
  },
  { code: expect.stringMatching(/^PGRST00[03]$/) },
  { code: 503, error_code: expect.stringMatching(/^database_/), msg: expect.any(String) },
  { code: 503, error_code: expect.stringMatching(/^database_/) },
  { statusCode: "503", code: "ServiceUnavailable", message: expect.any(String) },
  { statusCode: "503", code: "ServiceUnavailable" },
  { code: expect.stringMatching(/^database_/), message: expect.any(String) },
];

test("while the database is down, every service responds with 503 in its own shape and a Retry-After", async () => {
  proxy.cut(true);
  for (const [index, response] of (await everyService()).entries()) {
    expect(response).toMatchObject({ status: 503, body: shapes[index] });
    expect(Number(response.retryAfter)).toBeGreaterThan(0);
  }
  expect(await backend.readiness()).toMatchObject({ ready: false, database: false });
  proxy.cut(false);
  await expect.poll(async () => (await request("/rest/v1/notes")).status).toBe(200);
});

test("while it is silent, callers get a 503 and readiness responds; both recover", async () => {
  await everyService();
  proxy.silence(true);
  expect(await backend.readiness()).toMatchObject({ ready: false, database: false });
  const responses = await Promise.all(
    Array.from({ length: 40 }, async () => request("/rest/v1/notes")),
  );
  for (const { status, retryAfter } of responses) {
    expect(status).toBe(503);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  proxy.silence(false);
  await expect.poll(async () => (await request("/rest/v1/notes")).status).toBe(200);
});

test("the request of a caller who hung up never runs", async () => {
  let disconnected = false;
  let checks = 0;
  proxy.silence(true);
  const stuck = Array.from({ length: 20 }, () => request("/rest/v1/notes"));
  const abandoned = Array.from({ length: 20 }, () =>
    request("/rest/v1/notes", post({ id: 2 }), () => {
      checks += 1;
      return disconnected;
    }),
  );
  disconnected = true;
  proxy.silence(false);
  await Promise.all(stuck);
  expect((await Promise.all(abandoned)).map(({ status }) => status)).not.toContain(201);
  expect(checks).toBeGreaterThan(0);
  expect(await database.db.query("select from public.notes where id = 2")).toEqual([]);
});

test("a full disk gives a clear 507 and is not ready until there is space again", async () => {
  await database.db.query(`
    create function public.fail_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on public.notes for each statement execute function public.fail_full();
    create trigger full_disk before insert on auth.users for each statement execute function public.fail_full();`);
  const saved = await request("/rest/v1/notes", post({ id: 3 }));
  expect(saved).toMatchObject({ status: 507, body: { code: "53100", message: "Storage is full" } });
  expect(JSON.stringify(saved.body)).not.toContain("base/1");
  const signedUp = await request("/auth/v1/signup", post({ ...ADA, email: "eve@example.org" }));
  expect(signedUp).toMatchObject({
    status: 507,
    body: { error_code: "storage_full", msg: "Storage is full" },
  });
  expect(await backend.readiness()).toMatchObject({ ready: false, database: true, disk: false });
  expect((await request("/rest/v1/notes")).status).toBe(200);
  await database.db.query(
    "drop trigger full_disk on public.notes; drop trigger full_disk on auth.users; drop function public.fail_full()",
  );
  expect((await request("/rest/v1/notes", post({ id: 3 }))).status).toBe(201);
});

test("a start on a silent database ends with one line, and a close too", async () => {
  const second = await start();
  proxy.silence(true);
  await second.close();
  await expect(start()).rejects.toThrow(/database/i);
});
