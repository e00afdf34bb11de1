import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EMPTY_PROJECT, loadTestProject } from "#backend/tests/database.ts";
import { type BackendOptions, createBackend } from "./backend.ts";
import type { ConnectionOptions } from "./core/database/database.ts";
import { type Embedded, startEmbedded } from "./core/embedded/embedded.ts";
import { type Log, silentLog } from "./core/log.ts";

/** A server of the operator's, as far as the backend can tell: passwords, and an owner who is no superuser. */
let server: Embedded;
let folder: string;
let owner: ConnectionOptions;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "external-"));
  server = await startEmbedded({ dataDir: folder, log: silentLog, durable: false });
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query("create role keeper login createrole password 'keeper''s own'");
  await client.query("create database market owner keeper");
  const { rows } = await client.query("select current_setting('hba_file') as file");
  await client.query(
    `copy (values ('local all postgres trust'), ('local all all scram-sha-256'))
     to ${pg.escapeLiteral(rows[0].file)}`,
  );
  await client.query("select pg_reload_conf()");
  await client.end();
  owner = {
    host: server.connection.host,
    user: "keeper",
    password: "keeper's own",
    database: "market",
  };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (options: Partial<BackendOptions> = {}) =>
  createBackend({
    project: loadTestProject(EMPTY_PROJECT),
    dataDir: path.join(folder, "files"),
    connection: owner,
    apiUrl: "http://127.0.0.1:1",
    mail: { async send() {}, close() {} },
    log: silentLog,
    ...options,
  });

test("callers enter as authenticator, with a password that follows from the secret", async () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (event) => errors.push(event) };
  const backend = await start({ log });
  try {
    const [who] = await backend.api.query("select session_user::text as name");
    expect(who?.name).toBe("authenticator");
    expect(backend.api.connection.password).toMatch(/^[\w-]{43}$/);
    const guess = new pg.Client({ ...backend.api.connection, password: "guess" });
    await expect(guess.connect()).rejects.toThrow("password authentication failed");
    const response = await backend.fetch(new Request("http://localhost/rest/v1/nothing"), {
      ip: "127.0.0.1",
    });
    expect(response.status).toBe(401);
    expect(errors).toEqual([]);
  } finally {
    await backend.close();
  }
});

test("the auth schema is supabase_auth_admin's, and its owner's too", async () => {
  const backend = await start();
  try {
    const rows = await backend.db.query(
      `select distinct r.rolname as owner from pg_class c join pg_roles r on r.oid = c.relowner
       where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'`,
    );
    expect(rows).toEqual([{ owner: "supabase_auth_admin" }]);
    // The owner, who is no superuser, still reads past the tables' row-level security.
    await backend.db.query("insert into auth.users (id) values ($1)", [crypto.randomUUID()]);
    expect(await backend.db.query("select count(*)::int from auth.users")).toEqual([{ count: 1 }]);
  } finally {
    await backend.close();
  }
});

test("a second process on the same database starts while the first one runs", async () => {
  const backends = await Promise.all([start(), start()]);
  for (const backend of backends) {
    const [row] = await backend.api.query("select 1 as one");
    expect(row?.one).toBe(1);
  }
  await Promise.all(backends.map((backend) => backend.close()));
});

test("a wrong password stops the start and leaves nothing open", async () => {
  await expect(start({ connection: { ...owner, password: "wrong" } })).rejects.toThrow(
    "password authentication failed",
  );
});
