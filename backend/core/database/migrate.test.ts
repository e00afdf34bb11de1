import path from "node:path";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { bareDatabase } from "#backend/tests/database.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { silentLog } from "../log.ts";
import { loadProject } from "../project/project.ts";
import { createDatabase } from "./database.ts";
import { migrateProject, migrateService, prepareDatabase, sqlFiles } from "./migrate.ts";

let database: Awaited<ReturnType<typeof bareDatabase>>;
let folder: string;
const write = (name: string, sql: string) => writeFiles(folder, { [name]: sql });
beforeEach(async () => {
  database = await perTest(bareDatabase());
  folder = newFolder("project-");
  write("config.toml", 'project_id = "x"');
});

/** A pool of one connection to the database. */
const onConnection = (more: object = {}) =>
  createDatabase({ connection: { ...database.connection, ...more }, size: 1, log: silentLog });
const migrate = () => migrateProject(database.db, loadProject(folder, {}));
const query = (sql: string) => database.db.query(sql);

test("prepares the same from many processes at once, and a repeat changes nothing", async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => perTest(onConnection())));
  await Promise.all(others.map((db) => prepareDatabase(db)));
  await prepareDatabase(database.db);
  const roles = await query(
    `select rolname as name, rolbypassrls as bypasses, rolcanlogin as enters, rolinherit as inherits
     from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by 1`,
  );
  expect(roles).toEqual([
    { name: "anon", bypasses: false, enters: false, inherits: false },
    { name: "authenticated", bypasses: false, enters: false, inherits: false },
    { name: "authenticator", bypasses: false, enters: true, inherits: false },
    { name: "service_role", bypasses: true, enters: false, inherits: false },
  ]);
});

test("an extension that the server lacks is reported in one line that names the migration", async () => {
  await prepareDatabase(database.db);
  write("migrations/20260101000000_maps.sql", "create extension postgis;");
  await expect(migrate()).rejects.toThrow(
    '20260101000000_maps.sql: extension "postgis" is not available, the server of this database does not have it installed',
  );
});

test("new tables in public may be named by callers; nothing of the backend's may", async () => {
  await prepareDatabase(database.db);
  await query("create table public.things (id int)");
  const [rights] = await query(
    `select has_table_privilege('anon', 'public.things', 'select') as things,
       has_schema_privilege('anon', '_backend', 'usage') as backend,
       has_schema_privilege('service_role', '_backend', 'usage') as service,
       has_schema_privilege('anon', 'public', 'create') as creates`,
  );
  expect(rights).toEqual({ things: true, backend: false, service: false, creates: false });
  const fresh = new pg.Client(database.connection);
  await fresh.connect();
  const { rows } = await fresh.query("show search_path");
  await fresh.end();
  expect(rows).toEqual([{ search_path: '"$user", public, extensions' }]);
});

test("applies the project's migrations once, in order, into the CLI's ledger, then seeds once", async () => {
  write(
    "migrations/20260102000000_second.sql",
    "insert into a values (1); insert into a values (2);",
  );
  write("migrations/20260101000000_first.sql", "create table a (id int);");
  write("migrations/readme.md", "not a migration");
  write("seed.sql", "insert into a values (100);");
  await prepareDatabase(database.db);
  const results = await Promise.all([migrate(), migrate()]);
  expect(results.flatMap(({ applied }) => applied)).toEqual([
    "20260101000000_first.sql",
    "20260102000000_second.sql",
  ]);
  expect(await query("select array_agg(id order by id) as ids from a")).toEqual([
    { ids: [1, 2, 100] },
  ]);
  expect(
    await query("select version, name from supabase_migrations.schema_migrations order by 1"),
  ).toEqual([
    { version: "20260101000000", name: "first" },
    { version: "20260102000000", name: "second" },
  ]);
  write("migrations/20260103000000_third.sql", "create table b (id int);");
  expect(await migrate()).toEqual({
    applied: ["20260103000000_third.sql"],
    unknown: [],
    seeded: [],
  });
});

test("a migration that fails leaves nothing of itself and names its file and line", async () => {
  write("migrations/1_good.sql", "create table a (id int);");
  write("migrations/2_bad.sql", "create table b (id int);\n\nselect wrong from b;");
  write("seed.sql", "insert into a values (1);");
  await prepareDatabase(database.db);
  await expect(migrate()).rejects.toThrow('2_bad.sql line 3: column "wrong" does not exist');
  expect(await query("select to_regclass('a')::text as a, to_regclass('b')::text as b")).toEqual([
    { a: "a", b: null },
  ]);
  write("migrations/2_bad.sql", "create table b (id int);");
  expect(await migrate()).toEqual({ applied: ["2_bad.sql"], unknown: [], seeded: ["seed.sql"] });
});

test("an applied file that was changed is refused by name; the CLI's own cut is the same file", async () => {
  write("migrations/1_a.sql", "create table a (id int);\ncreate table b (id int);\n");
  await prepareDatabase(database.db);
  await migrate();
  await query(
    `update supabase_migrations.schema_migrations
     set statements = array['create table a (id int)', 'create table b (id int)']`,
  );
  expect((await migrate()).applied).toEqual([]);
  write("migrations/1_a.sql", "create table a (id bigint);");
  await expect(migrate()).rejects.toThrow("1_a.sql was changed after it was applied");
});

test("a service's schema is applied once and a changed file is refused", async () => {
  await prepareDatabase(database.db);
  write("migrations/0001_x.sql", "create table _backend.x (id int);");
  const run = () => migrateService(database.db, "x", sqlFiles(path.join(folder, "migrations")));
  expect(await run()).toEqual(["0001_x.sql"]);
  expect(await run()).toEqual([]);
  write("migrations/0001_x.sql", "create table _backend.y (id int);");
  await expect(run()).rejects.toThrow("x/0001_x.sql was changed after it was applied");
  expect(sqlFiles(path.join(folder, "nowhere"))).toEqual([]);
});

test("an owner who is no superuser can prepare and migrate too", async () => {
  const name = `owner_${crypto.randomUUID().slice(0, 8)}`;
  const { database: own } = database.connection;
  // What a managed server provides: its own superuser has already made the roles.
  await prepareDatabase(database.db);
  const roles = "anon, authenticated, service_role, authenticator";
  await query(`create role ${name} login createrole`);
  await query(`grant ${roles} to ${name} with admin option`);
  await query(`create database ${name} owner ${name}`);
  const db = onConnection({ user: name, database: name });
  try {
    await prepareDatabase(db);
    write("migrations/1_a.sql", "create table a (id int);");
    expect((await migrateProject(db, loadProject(folder, {}))).applied).toEqual(["1_a.sql"]);
    const [rights] = await db.query(
      "select has_table_privilege('anon', 'public.a', 'select') as a",
    );
    expect(rights).toEqual({ a: true });
  } finally {
    await db.close();
    await query(`drop database ${name} with (force)`);
    await query(`drop role ${name}`);
  }
  expect(own).toMatch(/^bare_/);
});

test("a file that ends in another role or search path, as a dump does, leaves both to nobody", async () => {
  await prepareDatabase(database.db);
  const one = await perTest(onConnection());
  write("config.toml", '[db.seed]\nsql_paths = ["seeds/*.sql"]');
  write(
    "migrations/1_baseline.sql",
    `select pg_catalog.set_config('search_path', '', false);
     set statement_timeout = 0;
     set default_table_access_method = heap;
     create table public.dumped (id int);
     set role anon;`,
  );
  write("migrations/2_next.sql", "alter table dumped add column name text;");
  write("seeds/1.sql", "set search_path to pg_catalog; set session authorization anon;");
  write("seeds/2.sql", "insert into dumped values (1, 'seeded');");
  const { applied, seeded } = await migrateProject(one, loadProject(folder, {}));
  expect(applied).toEqual(["1_baseline.sql", "2_next.sql"]);
  expect(seeded).toEqual(["1.sql", "2.sql"]);
  const [left] = await one.query<{ path: string; who: string }>(
    "select current_setting('search_path') as path, current_user::text as who, (select count(*)::int from dumped) as rows",
  );
  expect(left).toEqual({ path: expect.stringContaining("public"), who: "postgres", rows: 1 });
});
