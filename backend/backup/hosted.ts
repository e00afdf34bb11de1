import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import type { Project } from "#backend/core/project/project.ts";
import type { FileDriver } from "#backend/storage/files/driver.ts";
import type { Table } from "./catalogue.ts";
import { withSession } from "./session.ts";
import {
  downloadObject,
  listBuckets,
  type StorageApi,
  type StoredObject,
  sha256Of,
  uploadObject,
} from "./storage-api.ts";
import { copyAcross, transferRows } from "./transfer.ts";

/** A hosted Supabase project: its database, entered as `postgres`, and its API. */
export interface Hosted extends StorageApi {
  connection: ConnectionOptions;
}

/** A site's own database and files. */
export interface Own {
  connection: ConnectionOptions;
  files: FileDriver;
  dataDir: string;
  project: Project;
}

export interface Moved {
  rows: number;
  tables: number;
  sequences: number;
  files: number;
  /** Tables and columns that the other side lacks. */
  leftOut: string[];
  /** Files that a row names and the source has lost. */
  missing: string[];
}

/**
 * What belongs to one installation: its ledgers and queues, and sessions, whose tokens the other side's keys do
 * not verify. Everybody logs in again.
 */
const OF_ONE_PLACE = new Set(
  [
    ...["schema_migrations", "audit_log_entries", "instances", "flow_state", "one_time_tokens"],
    ...["sessions", "refresh_tokens", "mfa_amr_claims", "mfa_challenges", "saml_relay_states"],
    ...["webauthn_challenges", "oauth_authorizations"],
  ].map((name) => `auth.${name}`),
);
const SCHEMAS_OF_ONE_PLACE = new Set([
  ...["_backend", "_test_checkout", "realtime", "_realtime", "supabase_migrations", "vault"],
  ...["cron", "net", "graphql", "pgsodium", "supabase_functions", "supautils"],
]);
const OF_STORAGE = new Set(["buckets", "objects"]);

const isMoved = ({ schema, name }: Table): boolean =>
  schema === "storage"
    ? OF_STORAGE.has(name)
    : !SCHEMAS_OF_ONE_PLACE.has(schema) && !OF_ONE_PLACE.has(`${schema}.${name}`);

/** The storage's own table: its rows come with the uploads. */
const isObjects = ({ schema, name }: Table): boolean => schema === "storage" && name === "objects";

interface ObjectRow extends StoredObject {
  version: string;
}

const listObjects = async (client: pg.Client): Promise<ObjectRow[]> => {
  const { rows } = await client.query<ObjectRow>(
    `select bucket_id as bucket, name, version, metadata->>'mimetype' as type,
       metadata->>'cacheControl' as "cacheControl"
     from storage.objects where version is not null`,
  );
  return rows;
};

/** A key that may not read everything would make every file look lost, and one of another project too. */
const requireKey = async (client: pg.Client, api: StorageApi): Promise<void> => {
  const { rows } = await client.query<{ id: string }>("select id from storage.buckets");
  const expected = rows.map(({ id }) => id).sort();
  if (JSON.stringify(await listBuckets(api)) !== JSON.stringify(expected))
    throw new Error(
      `The key does not show the buckets of this database at ${api.url}: use the secret key (service_role) of the same project.`,
    );
};

const requireMigrations = async (client: pg.Client, project: Project): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations",
  );
  const applied = new Set(rows.map(({ version }) => version));
  const lacking = project.migrations.filter(({ version }) => !applied.has(version));
  const extra = applied.size - (project.migrations.length - lacking.length);
  if (lacking.length > 0 || extra > 0)
    throw new Error(
      `The project's database has other migrations than this release (${lacking.length} are missing, ${extra} are unknown): apply supabase/ with the CLI of Supabase (supabase db push), then move.`,
    );
};

const refuseUsed = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ used: boolean }>(
    "select exists (select from auth.users) or exists (select from storage.objects) as used",
  );
  if (rows[0]?.used)
    throw new Error(
      "The database is not empty (it has accounts or files), and a move replaces nothing: use a new project.",
    );
};

/** What the API does not set: whose a file is, and since when. */
const OF_A_FILE = "owner, owner_id, created_at, updated_at, last_accessed_at, user_metadata";

/** What is known of each file, in an order that no database's collation decides. */
const factsOf = async (client: pg.Client, lost: ReadonlySet<string> = new Set()) => {
  const { rows } = await client.query<{ bucket: string; name: string; facts: string }>(
    `select bucket_id as bucket, name, to_json(row(${OF_A_FILE}))::text as facts
     from storage.objects where version is not null`,
  );
  return rows
    .filter(({ bucket, name }) => !lost.has(`${bucket}/${name}`))
    .map((row) => JSON.stringify(row))
    .sort()
    .join("\n");
};

const copyFacts = async (source: pg.Client, target: pg.Client): Promise<void> => {
  const facts = OF_A_FILE.split(", ");
  const columns = ["bucket_id", "name", ...facts];
  const objects = { schema: "storage", name: "objects", columns, binary: false };
  await target.query(
    `create temporary table moved as select ${columns.join(", ")} from storage.objects with no data`,
  );
  await copyAcross(source, target, objects, { ...objects, schema: "pg_temp", name: "moved" });
  await target.query("begin");
  await target.query("set local session_replication_role = replica");
  await target.query(
    `update storage.objects as o set ${facts.map((name) => `${name} = m.${name}`).join(", ")}
     from pg_temp.moved as m where o.bucket_id = m.bucket_id and o.name = m.name`,
  );
  await target.query("commit");
};

const compareFacts = async (source: pg.Client, target: pg.Client, missing: string[]) => {
  if ((await factsOf(source, new Set(missing))) !== (await factsOf(target)))
    throw new Error("The list of files is not what was moved.");
};

/** Files of one side; null for one that it has lost. */
interface Files {
  get(object: ObjectRow): Promise<Readable | null>;
  put(object: ObjectRow, body: Readable): Promise<void>;
}

const filesOfHosted = (api: StorageApi): Files => ({
  get: (object) => downloadObject(api, object),
  put: (object, body) => uploadObject(api, object, body),
});

const filesOfOwn = ({ files, dataDir }: Own): Files => {
  const spool = path.join(dataDir, "storage", "spool");
  return {
    get: files.get,
    async put(object, body) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const draft = path.join(spool, randomUUID());
      try {
        await pipeline(body, createWriteStream(draft, { flags: "wx", mode: 0o600 }));
        await files.put(object, draft);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
};

const hashOf = async (files: Files, object: ObjectRow): Promise<string | null> => {
  const body = await files.get(object);
  return body && sha256Of(body);
};

/** Moves a file and reads it back; false if the source has lost it. */
const moveFile = async (from: Files, to: Files, object: ObjectRow): Promise<boolean> => {
  const body = await from.get(object);
  if (!body) return false;
  await to.put(object, body);
  const sent = await hashOf(from, object);
  if (!sent || sent !== (await hashOf(to, object)))
    throw new Error(`The file ${object.bucket}/${object.name} is not what was moved.`);
  return true;
};

/** Attempts at one file, and the milliseconds between them: a platform may fail for a moment. */
const ATTEMPTS = 3;
const PAUSE = 1000;

const moveFileWithRetries = async (from: Files, to: Files, object: ObjectRow) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await moveFile(from, to, object);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(attempt * PAUSE);
    }
  }
};

const moveFiles = async (from: Files, to: Files, objects: readonly ObjectRow[]) => {
  const missing: string[] = [];
  for (const object of objects)
    if (!(await moveFileWithRetries(from, to, object)))
      missing.push(`${object.bucket}/${object.name}`);
  return { files: objects.length - missing.length, missing };
};

/** The rows are there by then, so a second move would refuse the target as used. */
const afterTheRows = async <T>(target: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error}\nThe rows have been moved, and not all files: move again, into ${target}.`,
      { cause: error },
    );
  }
};

/** Moves rows and files of a stopped site into a new project, to which the CLI has applied `supabase/`. */
export const moveToHosted = (source: Own, target: Hosted): Promise<Moved> =>
  withSession(source.connection, (from) =>
    withSession(target.connection, async (to) => {
      await requireMigrations(to, source.project);
      await requireKey(to, target);
      await refuseUsed(to);
      const wanted = (table: Table) => isMoved(table) && !isObjects(table);
      const { tables, ...rest } = await transferRows(from, to, wanted);
      const moved = await afterTheRows("another new project", async () => {
        const objects = await listObjects(from);
        const files = await moveFiles(filesOfOwn(source), filesOfHosted(target), objects);
        await copyFacts(from, to);
        await compareFacts(from, to, files.missing);
        return files;
      });
      return { ...rest, ...moved, tables: tables.length };
    }),
  );

/** Moves rows and files of a project into a database with this release's tables and no accounts. */
export const moveFromHosted = (source: Hosted, target: Own): Promise<Moved> =>
  withSession(source.connection, (from) =>
    withSession(target.connection, async (to) => {
      await requireMigrations(from, target.project);
      await requireKey(from, source);
      await refuseUsed(to);
      const { tables, ...rest } = await transferRows(from, to, isMoved);
      const moved = await afterTheRows("an empty database and folder", async () =>
        moveFiles(filesOfHosted(source), filesOfOwn(target), await listObjects(from)),
      );
      return { ...rest, ...moved, tables: tables.length };
    }),
  );
