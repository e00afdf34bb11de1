import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "../project/project.ts";
import type { Database, Queryable } from "./database.ts";

/** A schema change that cannot be made; the message is one line that names the file. */
class MigrationError extends Error {}

/** An arbitrary number that only we use: the lock that separates two starting processes. */
export const MIGRATION_LOCK = 0x6d696772;

const lineOf = (sql: string, position: string | undefined): string => {
  const at = Number(position);
  return at > 0 ? ` line ${sql.slice(0, at).split("\n").length}` : "";
};

const failure = (file: string, sql: string, error: unknown): MigrationError => {
  const { message, position } = error as { message: string; position?: string };
  if (/^extension ".+" is not available$/.test(message)) {
    const where = "the server of this database does not have it installed";
    return new MigrationError(`${file}${lineOf(sql, position)}: ${message}, ${where}`, {
      cause: error,
    });
  }
  return new MigrationError(`${file}${lineOf(sql, position)}: ${message}`, { cause: error });
};

/** The text of a migration, without a byte order mark. */
export const readSql = (file: string): string => {
  const text = readFileSync(file, "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
};

const run = async (tx: Queryable, file: string, sql: string): Promise<void> => {
  try {
    await tx.query(sql);
  } catch (error) {
    throw failure(file, sql, error);
  }
};

/** What the ledger stores of a service's file, to notice that it was changed. */
export const checksumOf = (sql: string): string => createHash("sha256").update(sql).digest("hex");

/** Resets a session, whatever role or setting a file has left. */
const RESET_SESSION = "reset session authorization; reset role; reset all";

/**
 * Runs one file of the project or of a service at the start of a fresh session, and leaves nothing of it to
 * the next. A baseline by pg_dump empties the search path and does not restore it.
 */
const runAlone = async (tx: Queryable, file: string, sql: string): Promise<void> => {
  await tx.query(RESET_SESSION);
  await run(tx, file, sql);
  await tx.query(RESET_SESSION);
};

/** The errors when another process changes the same catalogue row at the same moment. */
const COLLISION = /concurrently|deadlock detected/;

/**
 * Creates the roles, schemas and default privileges of every Supabase database (roles.sql) and the
 * backend's own ledger, with a first entry of its state if one is given. Safe to repeat and to run from many
 * processes at once.
 */
export const prepareDatabase = async (
  db: Database,
  state?: { key: string; value: string },
): Promise<void> => {
  const file = fileURLToPath(new URL("./roles.sql", import.meta.url));
  const sql = readSql(file);
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction(async (tx) => {
        await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
        await tx.query("set local client_min_messages = error");
        await run(tx, "roles.sql", sql);
        await tx.query(
          `create table if not exists _backend.migrations (
             service text not null, name text not null, checksum text not null,
             applied_at timestamptz not null default now(), primary key (service, name))`,
        );
        await tx.query(
          "create table if not exists _backend.state (key text primary key, value text not null)",
        );
        if (state)
          await tx.query(
            "insert into _backend.state (key, value) values ($1, $2) on conflict (key) do update set value = $2",
            [state.key, state.value],
          );
      });
      return;
    } catch (error) {
      // Roles belong to the whole server, so a database's own advisory lock does not protect them.
      if (attempt === 5 || !(error instanceof Error) || !COLLISION.test(error.message)) throw error;
    }
  }
};

/** The `.sql` files of a folder, sorted by name; empty when there is no such folder. */
export const sqlFiles = (folder: string): string[] => {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => path.join(folder, name));
};

const appliedFiles = async (db: Queryable, service: string): Promise<Map<string, string>> => {
  const rows = await db.query<{ name: string; checksum: string }>(
    "select name, checksum from _backend.migrations where service = $1",
    [service],
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

/**
 * Applies a service's own schema, each file once and in its own transaction. Returns the names of those
 * applied now. A file that changed after it was applied is refused by name.
 */
export const migrateService = async (
  db: Database,
  service: string,
  files: readonly string[],
): Promise<string[]> => {
  const applied: string[] = [];
  const done = await appliedFiles(db, service);
  for (const file of files) {
    const name = path.basename(file);
    const sql = readSql(file);
    const checksum = checksumOf(sql);
    const refuseChange = (known: string): void => {
      if (known === checksum) return;
      throw new MigrationError(
        `${service}/${name} was changed after it was applied: put it back and add a new file, or start with an empty database.`,
      );
    };
    const before = done.get(name);
    if (before !== undefined) {
      refuseChange(before);
      continue;
    }
    await db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
      // Another process may have been first while this one waited for the lock.
      const known = (await appliedFiles(tx, service)).get(name);
      if (known !== undefined) return refuseChange(known);
      await runAlone(tx, `${service}/${name}`, sql);
      await tx.query(
        "insert into _backend.migrations (service, name, checksum) values ($1, $2, $3)",
        [service, name, checksum],
      );
      applied.push(name);
    });
  }
  return applied;
};

/** The CLI stores a file as separate statements and we store it whole. Without these they are the same. */
const withoutWhitespace = (statements: string): string => statements.replace(/[\s;]/g, "");

const LEDGER = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key, statements text[], name text);`;

const markSeeding = `
insert into _backend.state (key, value)
select 'seeding', 'pending'
where not exists (select from supabase_migrations.schema_migrations)
on conflict (key) do nothing`;

type Recorded = Map<string, string | null>;

/**
 * The ledger's contents, of one version or of all. The statements come as one text, because node-postgres
 * would inspect every character of an array of whole files.
 */
const recorded = async (db: Queryable, version: string | null = null): Promise<Recorded> => {
  const rows = await db.query<{ version: string; statements: string | null }>(
    `select version, array_to_string(statements, '') as statements
       from supabase_migrations.schema_migrations
      where $1::text is null or version = $1 order by version`,
    [version],
  );
  return new Map(rows.map((row) => [row.version, row.statements]));
};

/** The ledger of the project's migrations, with a note when this database has never had any. */
const openLedger = (db: Database): Promise<Recorded> =>
  db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await tx.query("set local client_min_messages = warning");
    await tx.query(LEDGER);
    await tx.query(markSeeding);
    return recorded(tx);
  });

interface ProjectMigration {
  applied: string[];
  /** Versions that the database has and the folder lacks: a newer release has run here. */
  unknown: string[];
  seeded: string[];
}

/**
 * Applies the project's migrations as the Supabase CLI does, into its own ledger
 * (`supabase_migrations.schema_migrations`). Then runs the seeds, if the database had never been migrated.
 * After a crash at any point, the next start continues.
 */
export const migrateProject = async (db: Database, project: Project): Promise<ProjectMigration> => {
  const done = await openLedger(db);
  const ours = new Set(project.migrations.map(({ version }) => version));
  const applied: string[] = [];
  for (const { version, name, path: file } of project.migrations) {
    const sql = readSql(file);
    const title = path.basename(file);
    const refuseChange = (statements: string | null): void => {
      if (statements === null || withoutWhitespace(statements) === withoutWhitespace(sql)) return;
      throw new MigrationError(
        `${title} was changed after it was applied: put it back and add a new migration, or start with an empty database.`,
      );
    };
    const before = done.get(version);
    if (before !== undefined) {
      refuseChange(before);
      continue;
    }
    await db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
      // Another process may have been first while this one waited for the lock.
      const known = (await recorded(tx, version)).get(version);
      if (known !== undefined) return refuseChange(known);
      await runAlone(tx, title, sql);
      await tx.query(
        "insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)",
        [version, [sql], name],
      );
      applied.push(title);
    });
  }
  return {
    applied,
    unknown: [...done.keys()].filter((version) => !ours.has(version)),
    seeded: await seed(db, project),
  };
};

const seed = (db: Database, project: Project): Promise<string[]> =>
  db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const [state] = await tx.query<{ value: string }>(
      "select value from _backend.state where key = 'seeding'",
    );
    if (state?.value !== "pending") return [];
    const seeded: string[] = [];
    for (const file of project.seeds) {
      await runAlone(tx, path.basename(file), readSql(file));
      seeded.push(path.basename(file));
    }
    await tx.query("update _backend.state set value = 'done' where key = 'seeding'");
    return seeded;
  });
