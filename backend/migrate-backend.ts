import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadDataFiles } from "./core/database/data-files.ts";
import {
  type ConnectionOptions,
  createDatabase,
  type Database,
  type Queryable,
} from "./core/database/database.ts";
import {
  checksumOf,
  migrateProject,
  migrateService,
  prepareDatabase,
  readSql,
  sqlFiles,
} from "./core/database/migrate.ts";
import { requireServer } from "./core/database/requirements.ts";
import type { Log } from "./core/log.ts";
import type { Project } from "./core/project/project.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Services with migrations, in an order in which each needs only earlier ones. */
const SCHEMAS = ["core", "mailbox", "auth", "storage", "functions", "rest", "realtime"] as const;

/** The migrations of a database: of the services by file and checksum, of the project by version. */
export interface Ledger {
  services: { service: string; name: string; checksum: string }[];
  project: string[];
}

/** The key in `_backend.state` that marks a database whose restore has not ended; the restore removes it. */
export const UNFINISHED_RESTORE = "restoring";

/** Milliseconds for each file, also where it waits for another process that migrates. */
const MIGRATE_WITHIN = 30 * 60_000;

const applyBuckets = async (db: Database, project: Project): Promise<void> => {
  for (const [name, bucket] of Object.entries(project.config.storage.buckets)) {
    await db.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public,
         file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types`,
      [name, bucket.public, bucket.fileSizeLimit ?? null, bucket.allowedMimeTypes ?? null],
    );
  }
};

/**
 * Brings a database up to date: roles and schemas, the services' own tables, the project's
 * migrations, its seeds when the database is new, its data files where they have changed, and the buckets of
 * config.toml. Safe to repeat.
 */
export const migrateBackend = async (
  { connection }: Pick<Database, "connection">,
  project: Project,
  log: Log,
): Promise<void> => withOneConnection(connection, log, (db) => migrate(db, project, log));

const filesOf = (service: string): string[] => sqlFiles(path.join(here, service, "migrations"));

/** Migrations of another database that this program lacks: it has run under a newer release. */
export const unknownMigrations = (project: Project, ledger: Ledger): string[] => {
  const ours = new Set(
    SCHEMAS.flatMap((service) =>
      filesOf(service).map(
        (file) => `${service}/${path.basename(file)} ${checksumOf(readSql(file))}`,
      ),
    ),
  );
  const versions = new Set(project.migrations.map(({ version }) => version));
  return [
    ...ledger.services
      .filter(({ service, name, checksum }) => !ours.has(`${service}/${name} ${checksum}`))
      .map(({ service, name }) => `${service}/${name}`),
    ...ledger.project.filter((version) => !versions.has(version)),
  ];
};

/**
 * Makes the tables of an empty database as they were at an earlier state of the ledger, without the rows
 * that come with a release: those of a backup take their place. With the backup's id, the first transaction
 * marks the database, so that no start takes it for a new one before the rows are there.
 */
export const migrateToLedger = async (
  { connection }: Pick<Database, "connection">,
  project: Project,
  ledger: Ledger,
  log: Log,
  restoring: string | null = null,
): Promise<void> =>
  withOneConnection(connection, log, async (db) => {
    await requireServer(db);
    await prepareDatabase(
      db,
      restoring === null ? undefined : { key: UNFINISHED_RESTORE, value: restoring },
    );
    const applied = new Set(ledger.services.map(({ service, name }) => `${service}/${name}`));
    for (const service of SCHEMAS)
      await migrateService(
        db,
        service,
        filesOf(service).filter((file) => applied.has(`${service}/${path.basename(file)}`)),
      );
    const versions = new Set(ledger.project);
    const migrations = project.migrations.filter(({ version }) => versions.has(version));
    await migrateProject(db, { ...project, migrations, seeds: [] });
  });

const withOneConnection = async (
  connection: ConnectionOptions,
  log: Log,
  work: (db: Database) => Promise<void>,
): Promise<void> => {
  // No caller ever gets the connection of a migration, whatever that did to it.
  const db = createDatabase({ connection, size: 1, within: MIGRATE_WITHIN, log });
  try {
    await work(db);
  } finally {
    await db.close();
  }
};

export const unfinishedRestore = (): Error =>
  new Error("The restore into this database has not ended: run `npm run restore` again.");

const refuseUnfinishedRestore = async (db: Database): Promise<void> => {
  const found = await db.query("select from _backend.state where key = $1", [UNFINISHED_RESTORE]);
  if (found.length > 0) throw unfinishedRestore();
};

const applyPending = async (db: Database, project: Project) => {
  for (const service of SCHEMAS) await migrateService(db, service, filesOf(service));
  const migrated = await migrateProject(db, project);
  const loaded = await loadDataFiles(db, project);
  await applyBuckets(db, project);
  return { ...migrated, loaded };
};

/** A database whose transactions are parts of one that has begun. */
const inside = (db: Database, tx: Queryable): Database => ({
  ...db,
  query: tx.query,
  transaction: (work) => work(tx),
});

/**
 * What PostgreSQL does in two transactions only: use a new value of an enum (55P04), and change a table
 * whose deferred triggers have yet to run (55006).
 */
const NEEDS_COMMITS = new Set(["55P04", "55006"]);

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? codeOf(error.cause)) : undefined;

/**
 * A release's files are applied all or none, so that the release before it still fits the database when one
 * fails. A new database, which no release has used, gets them one by one and continues after a crash.
 */
const upgrade = async (db: Database, project: Project) => {
  // Not `to_regclass`: a session remembers the names that it did not find, also while it waits for the lock of
  // another process that makes the schema, and `create schema if not exists` would then fail.
  const ledger = await db.query(
    "select from pg_catalog.pg_namespace where nspname = 'supabase_migrations'",
  );
  if (ledger.length === 0) return applyPending(db, project);
  try {
    return await db.transaction((tx) => applyPending(inside(db, tx), project));
  } catch (error) {
    if (!NEEDS_COMMITS.has(codeOf(error) ?? "")) throw error;
    return applyPending(db, project);
  }
};

const migrate = async (db: Database, project: Project, log: Log): Promise<void> => {
  await requireServer(db);
  await prepareDatabase(db);
  await refuseUnfinishedRestore(db);
  const { applied, unknown, seeded, loaded } = await upgrade(db, project);
  if (applied.length > 0) log.info("backend.migrated", { applied, seeded });
  if (unknown.length > 0) log.warn("backend.newer_migrations_in_database", { versions: unknown });
  if (loaded.length > 0) log.info("backend.data_files_loaded", { files: loaded });
  const [role] = await db.query<{ able: boolean }>(
    "select rolbypassrls as able from pg_roles where rolname = 'service_role'",
  );
  if (!role?.able)
    log.warn("backend.service_role_is_bound_by_policies", {
      hint: "As a superuser, run: alter role service_role bypassrls",
    });
};
