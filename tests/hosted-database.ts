import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { dataFilesSql } from "#backend/core/database/data-files.ts";
import { type ConnectionOptions, createDatabase } from "#backend/core/database/database.ts";
import { migrateService, prepareDatabase, sqlFiles } from "#backend/core/database/migrate.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
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
grant set on parameter session_replication_role to postgres;
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

/** The database of a hosted Supabase, with the roles and owners that it has there. */
export const startHostedDatabase = async () => {
  const folder = throwAwayFolder("stock-");
  const server = await startEmbedded({ dataDir: folder, log: silentLog, durable: false });
  const as = (user: string): ConnectionOptions => ({ ...server.connection, user });

  const session = async (user: string, statements: readonly string[]) => {
    const client = new pg.Client(as(user));
    await client.connect();
    try {
      let last: unknown[] = [];
      for (const statement of statements) last = (await client.query(statement)).rows;
      return last;
    } finally {
      await client.end();
    }
  };

  const services = path.join(import.meta.dirname, "../backend");
  const db = createDatabase({ connection: server.connection, size: 1, log: silentLog });
  await prepareDatabase(db);
  for (const service of ["core", "auth", "storage", "realtime"])
    await migrateService(db, service, sqlFiles(path.join(services, service, "migrations")));
  await db.query("create role platform login superuser");
  await db.close();
  // The role that initdb made stays a superuser for ever; only its name can be had.
  await session("platform", ["alter role postgres rename to bootstrap", STOCK]);

  return {
    as,
    session,
    /** As the CLI does with `db push`: each file in a session of its own, and the ledger. */
    async applyMigrations(): Promise<void> {
      await session("platform", [
        "create schema if not exists supabase_migrations authorization postgres",
        "create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)",
        "alter table supabase_migrations.schema_migrations owner to postgres",
      ]);
      for (const { path: file, version } of project.migrations) {
        await session("postgres", [carriedOut(readFileSync(file, "utf8"))]).catch(
          (error: Error) => {
            throw new Error(`${path.basename(file)}: ${error.message}`);
          },
        );
        await session("postgres", [
          `insert into supabase_migrations.schema_migrations (version) values ('${version}') on conflict do nothing`,
        ]);
      }
    },
    /** The towns and synonyms, as `server/commands/seed-sql.ts` gives them. */
    loadSeed: () => session("postgres", [dataFilesSql(project)]),
    async stop(): Promise<void> {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
