import { createHash } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import {
  type ConnectionOptions,
  createDatabase,
  type Database,
} from "#backend/core/database/database.ts";
import { type Log, silentLog } from "#backend/core/log.ts";
import { closeAll } from "#backend/core/process/close-in-order.ts";
import { loadProject, type Project } from "#backend/core/project/project.ts";
import { migrateBackend } from "#backend/migrate-backend.ts";
import { closeOnce } from "#backend/tests/left-open.ts";

/** A Supabase project with nothing in it: the backend alone. */
export const EMPTY_PROJECT = path.join(import.meta.dirname, "empty-project");

export interface TestDatabase {
  connection: ConnectionOptions;
  project: Project;
  /** Enters as the owner. */
  db: Database;
  /** Closes `db` and drops the database. */
  close(): Promise<void>;
}

const administer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(inject("connection"));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Drops the database also when its pool could not be closed in order. */
const dropping = (db: Database, name: string) =>
  closeOnce(() =>
    closeAll([
      () => administer((client) => client.query(`drop database if exists ${name} with (force)`)),
      () => db.close(),
    ]),
  );

const named = (name: string): ConnectionOptions => ({ ...inject("connection"), database: name });

/** Environment settings that a project's config.toml names. */
const environment = { SITE_URL: "http://localhost:3000" };

export const loadTestProject = (folder: string): Project => loadProject(folder, environment);

const migrateTemplate = async (client: pg.Client, name: string, project: Project) => {
  // Made under another name, so that a failed attempt is never taken for a template.
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const db = createDatabase({ connection: named(draft), size: 1, log: silentLog });
  try {
    await migrateBackend(db, project, silentLog);
  } finally {
    await db.close();
  }
  await client.query(`alter database ${draft} rename to ${name}`);
};

/** The first that needs a template makes it; the others, also in other processes, wait. */
const ensureTemplate = async (client: pg.Client, project: Project): Promise<string> => {
  const name = `template_${createHash("sha256").update(project.folder).digest("hex").slice(0, 12)}`;
  await client.query("select pg_advisory_lock(hashtext($1))", [name]);
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (!rowCount) await migrateTemplate(client, name, project);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext($1))", [name]);
  }
  return name;
};

/**
 * A database of the test's own, with the schema of the backend and of the project already in it.
 * `project` is a Supabase folder; without one, the backend alone.
 */
export const testDatabase = async ({
  project: folder = EMPTY_PROJECT,
  log = silentLog,
}: {
  project?: string;
  log?: Log;
} = {}): Promise<TestDatabase> => {
  const project = loadTestProject(folder);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(async (client) => {
    const template = await ensureTemplate(client, project);
    // Copied file by file: by way of the log, as is the default, it costs four times the processor.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    // A setting of the database itself is not copied with it.
    await client.query(`alter database ${name} set search_path to "$user", public, extensions`);
  });
  const db = createDatabase({ connection: named(name), size: 4, log });
  return { connection: named(name), project, db, close: dropping(db, name) };
};

/** An empty database without any schema of ours, for tests of the migrations themselves. */
export const bareDatabase = async (): Promise<Omit<TestDatabase, "project">> => {
  const name = `bare_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer((client) => client.query(`create database ${name}`));
  const db = createDatabase({ connection: named(name), size: 4, log: silentLog });
  return { connection: named(name), db, close: dropping(db, name) };
};
