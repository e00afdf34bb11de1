import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataFilesSql } from "#backend/core/database/data-files.ts";
import { createDatabase } from "#backend/core/database/database.ts";
import { migrateService, prepareDatabase, sqlFiles } from "#backend/core/database/migrate.ts";
import { type Embedded, startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { loadTestProject } from "#backend/tests/database.ts";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/**
 * A hosted Supabase: `postgres` is no superuser, `auth`, `storage` and `realtime` belong to their services, and
 * what postgres may do there is what supabase/postgres grants (migrations/db/migrations/
 * 10000000000000_demote-postgres.sql and 20250421084701_revoke_admin_roles_from_postgres.sql).
 */
const STOCK = `
create role supabase_realtime_admin nologin noinherit;
alter schema storage owner to supabase_storage_admin;
alter schema realtime owner to supabase_realtime_admin;
do $$
declare
  item record;
begin
  for item in select c.oid::regclass as name, n.nspname from pg_class c join pg_namespace n on n.oid = relnamespace
    where n.nspname in ('storage', 'realtime') and relkind in ('r', 'p', 'v')
  loop
    execute format('alter table %s owner to %I', item.name, 'supabase_' || item.nspname || '_admin');
  end loop;
end $$;
create role postgres login createdb createrole replication bypassrls;
alter database postgres owner to postgres;
alter publication supabase_realtime owner to postgres;
grant anon, authenticated, service_role to postgres with admin option;
grant usage on schema auth, storage, realtime to postgres;
grant all on schema extensions to postgres;
grant all on all tables in schema auth, storage, realtime, extensions to postgres with grant option;
grant all on all sequences in schema auth, storage, realtime, extensions to postgres with grant option;
grant all on all routines in schema auth, storage, realtime, extensions to postgres with grant option;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;

-- The platform's extension supautils lets postgres make policies of, and drop triggers from, tables not its own.
create schema supautils;
grant usage on schema supautils to postgres;
create function supautils.carry_out(statement text) returns void language plpgsql security definer as $$
begin
  execute statement;
end $$;`;

const BY_SUPAUTILS =
  /^(?:(?:create|alter|drop) policy "[^"]+" on (?:storage\.objects|realtime\.messages)|drop trigger \w+ on auth\.\w+)\b[^;]*;/gm;

/** The file with what postgres may do to the services' tables by supautils alone. */
const carriedOut = (sql: string): string =>
  sql.replace(BY_SUPAUTILS, (statement) => `select supautils.carry_out($sql$${statement}$sql$);`);

const project = loadTestProject(THE_PROJECT);
let folder: string;
let server: Embedded;

const session = async (user: string, statements: readonly string[]) => {
  const client = new pg.Client({ ...server.connection, user });
  await client.connect();
  try {
    let last: unknown[] = [];
    for (const statement of statements) last = (await client.query(statement)).rows;
    return last;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  folder = throwAwayFolder("stock-");
  server = await startEmbedded({ dataDir: folder, log: silentLog, durable: false });
  const services = path.join(import.meta.dirname, "../../backend");
  const db = createDatabase({ connection: server.connection, size: 1, log: silentLog });
  await prepareDatabase(db);
  for (const service of ["core", "auth", "storage", "realtime"])
    await migrateService(db, service, sqlFiles(path.join(services, service, "migrations")));
  await db.query("create role platform login superuser");
  await db.close();
  // The role that initdb made stays a superuser for ever; only its name can be had.
  await session("platform", ["alter role postgres rename to bootstrap", STOCK]);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the folder applies as postgres, each file in a session of its own", async () => {
  for (const { path: file } of project.migrations) {
    await session("postgres", [carriedOut(readFileSync(file, "utf8"))]).catch((error: Error) => {
      throw new Error(`${path.basename(file)}: ${error.message}`);
    });
  }
  const [owner] = await session("postgres", [
    "select rolsuper from pg_roles where rolname = current_user",
  ]);
  expect(owner).toEqual({ rolsuper: false });
});

test("rows arrive by the script, sign-ups by the auth service, and invalid ones are handled in any session", async () => {
  await session("postgres", [dataFilesSql(project)]);
  const meta = JSON.stringify({
    account_type: "provider",
    first_name: "Pat",
    last_name: "Field",
    business_name: "Field Plumbing",
    location: "Manchester",
    categories: ["Construction/Trade > Plumber"],
  });
  const id = crypto.randomUUID();
  await session("platform", [
    "set role supabase_auth_admin",
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ('${id}', 'pat@example.com', now(), '${meta}')`,
  ]);
  await session("postgres", [
    "set role service_role",
    `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
     values ('${id}', 'pat@example.com', true, 'monthly', now() + interval '1 month')`,
  ]);
  const [found] = await session("postgres", [
    "set role anon",
    "select public.search_providers('plumer', 'Machester') as page",
  ]);
  expect(found).toMatchObject({
    page: { total: 1, corrected: "plumber", providers: [{ business_name: "Field Plumbing" }] },
  });
});
