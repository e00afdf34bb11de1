import { rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EMPTY_PROJECT, loadTestProject } from "#backend/tests/database.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { type Backend, type BackendOptions, createBackend } from "./backend.ts";
import type { ConnectionOptions } from "./core/database/database.ts";
import { type Embedded, startEmbedded } from "./core/embedded/embedded.ts";
import { type Log, silentLog } from "./core/log.ts";

/** To the backend, a server of the operator's: passwords, and an owner who is no superuser. */
let server: Embedded;
const folder = newFolder("external-");
let owner: ConnectionOptions;

beforeAll(async () => {
  server = await startEmbedded({ dataDir: folder, log: silentLog, durable: false });
  await asSuperuser("create role keeper login createrole password 'keeper''s own'");
  await asSuperuser("create database market owner keeper");
  const client = new pg.Client(server.connection);
  await client.connect();
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
afterAll(() => server.stop());

const asSuperuser = async (statement: string): Promise<void> => {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

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

test("callers enter as a role of this database, which may only become a caller", async () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (event) => errors.push(event) };
  const backend = await perTest(start({ log }));
  const [who] = await backend.api.query(
    `select session_user::text as name, current_setting('statement_timeout') as timeout,
         pg_has_role('authenticator', 'usage') as is_authenticator,
         pg_has_role('service_role', 'usage') as has_rights`,
  );
  expect(who).toEqual({
    name: "authenticator_market",
    timeout: "8s",
    is_authenticator: true,
    has_rights: false,
  });
  const guess = new pg.Client({ ...backend.api.connection, password: "guess" });
  await expect(guess.connect()).rejects.toThrow("password authentication failed");
  const response = await backend.fetch(new Request("http://localhost/rest/v1/nothing"), {
    ip: "127.0.0.1",
  });
  expect(response.status).toBe(401);
  expect(errors).toEqual([]);
});

/** Enters anew as the role of the API does. */
const enters = async ({ api }: Backend) => {
  const client = new pg.Client(api.connection);
  await client.connect();
  await client.query("set role anon");
  await client.end();
};

test("a second site on the same server leaves the first one its access", async () => {
  const first = await perTest(start());
  await enters(first);
  // Another owner, who did not create the roles of this server.
  await asSuperuser("create role landlord login createrole password 'landlord'");
  await asSuperuser("create database second owner landlord");
  const landlord = { user: "landlord", password: "landlord", database: "second" };
  const connection = { ...owner, ...landlord };
  const dataDir = path.join(folder, "second");
  const refused = start({ connection, dataDir });
  await expect(refused).rejects.toThrow(
    /^Another user created the roles of this server\. As a superuser, run: grant .*anon.* to landlord with admin option$/,
  );
  const refusal = await refused.then(String, String);
  const statement = /grant .*/.exec(refusal)?.[0] ?? "";
  await asSuperuser(statement);
  const second = await perTest(start({ connection, dataDir }));
  for (const backend of [first, second, first]) await enters(backend);
  // service_role is the whole server's: with it, each could read everything of the other.
  for (const [{ api }, database] of [
    [first, "second"],
    [second, "market"],
  ] as const) {
    const intruder = new pg.Client({ ...api.connection, database });
    await expect(intruder.connect()).rejects.toThrow("permission denied for database");
  }
  expect(second.api.connection.user).toBe("authenticator_second");
  expect((await first.readiness()).ready).toBe(true);
  expect((await second.readiness()).ready).toBe(true);
});

test("who may connect is left as the operator chose it", async () => {
  await asSuperuser("create role reader login password 'reader'");
  await asSuperuser("create database chosen owner keeper");
  await asSuperuser("grant connect on database chosen to reader");
  const connection = { ...owner, database: "chosen" };
  const backend = await perTest(start({ connection, dataDir: path.join(folder, "chosen") }));
  await enters(backend);
  const reader = new pg.Client({ ...connection, user: "reader", password: "reader" });
  await reader.connect();
  await reader.end();
});

test("readiness names the part that cannot serve", async () => {
  const dataDir = path.join(folder, "no storage");
  const backend = await perTest(start({ dataDir }));
  rmSync(path.join(dataDir, "storage"), { recursive: true });
  expect(await backend.readiness()).toMatchObject({
    ready: false,
    database: true,
    storage: false,
    disk: true,
  });
});

test("a second process with other keys on the same database leaves the first one its access", async () => {
  const first = await perTest(start());
  const second = await perTest(start({ dataDir: path.join(folder, "other keys") }));
  await enters(first);
  await enters(second);
});

test("a user without the rights gets the statements that grant them", async () => {
  await asSuperuser("create role guest login password 'guest'");
  await asSuperuser("create database third");
  const connection = { ...owner, user: "guest", password: "guest", database: "third" };
  await expect(start({ connection })).rejects.toThrow(
    /alter database third owner to guest\n.*alter role guest createrole\n.*grant .* to guest with admin option$/,
  );
});

test("the auth schema is supabase_auth_admin's, and its owner's too", async () => {
  const backend = await perTest(start());
  const rows = await backend.db.query(
    `select distinct r.rolname as owner from pg_class c join pg_roles r on r.oid = c.relowner
       where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'`,
  );
  expect(rows).toEqual([{ owner: "supabase_auth_admin" }]);
  // The owner, who is no superuser, still reads past the tables' row-level security.
  await backend.db.query("insert into auth.users (id) values ($1)", [crypto.randomUUID()]);
  expect(await backend.db.query("select count(*)::int from auth.users")).toEqual([{ count: 1 }]);
});

test("a wrong password stops the start and leaves nothing open", async () => {
  await expect(start({ connection: { ...owner, password: "wrong" } })).rejects.toThrow(
    "password authentication failed",
  );
});
