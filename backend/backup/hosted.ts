import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import type { Project } from "#backend/core/project/project.ts";
import type { FileDriver } from "#backend/storage/files/driver.ts";
import type { Table } from "./catalogue.ts";
import { withSession } from "./session.ts";
import {
  downloadObject,
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
     from storage.objects where version is not null order by bucket_id, name`,
  );
  return rows;
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

const factsOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ bucket: string; name: string; facts: string }>(
    `select bucket_id as bucket, name, to_json(row(${OF_A_FILE}))::text as facts
     from storage.objects where version is not null order by bucket_id, name`,
  );
  return rows;
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
  const lost = new Set(missing);
  const expected = (await factsOf(source)).filter(
    ({ bucket, name }) => !lost.has(`${bucket}/${name}`),
  );
  if (JSON.stringify(expected) !== JSON.stringify(await factsOf(target)))
    throw new Error("The list of files is not what was moved.");
};

const differs = ({ bucket, name }: StoredObject): Error =>
  new Error(`The file ${bucket}/${name} is not what was moved.`);

/** Moves rows and files of a stopped site into a new project, to which the CLI has applied `supabase/`. */
export const moveToHosted = (source: Own, target: Hosted): Promise<Moved> =>
  withSession(source.connection, (from) =>
    withSession(target.connection, async (to) => {
      await requireMigrations(to, source.project);
      await refuseUsed(to);
      const wanted = (table: Table) => isMoved(table) && !isObjects(table);
      const { tables, leftOut, rows, sequences } = await transferRows(from, to, wanted);
      const missing: string[] = [];
      let files = 0;
      for (const object of await listObjects(from)) {
        const body = await source.files.get(object);
        if (!body) {
          missing.push(`${object.bucket}/${object.name}`);
          continue;
        }
        await uploadObject(target, object, body);
        const [sent, arrived] = [
          await source.files.get(object),
          await downloadObject(target, object),
        ];
        if (!sent || !arrived || (await sha256Of(sent)) !== (await sha256Of(arrived)))
          throw differs(object);
        files += 1;
      }
      await copyFacts(from, to);
      await compareFacts(from, to, missing);
      return { rows, tables: tables.length, sequences, files, leftOut, missing };
    }),
  );

/** Moves rows and files of a project into a database with this release's tables and no accounts. */
export const moveFromHosted = (source: Hosted, target: Own): Promise<Moved> =>
  withSession(source.connection, (from) =>
    withSession(target.connection, async (to) => {
      await requireMigrations(from, target.project);
      await refuseUsed(to);
      const { tables, leftOut, rows, sequences } = await transferRows(from, to, isMoved);
      const spool = path.join(target.dataDir, "storage", "spool");
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const missing: string[] = [];
      let files = 0;
      for (const object of await listObjects(from)) {
        const body = await downloadObject(source, object);
        if (!body) {
          missing.push(`${object.bucket}/${object.name}`);
          continue;
        }
        const draft = path.join(spool, randomUUID());
        try {
          await pipeline(body, createWriteStream(draft, { flags: "wx", mode: 0o600 }));
          await target.files.put(object, draft);
        } finally {
          await rm(draft, { force: true });
        }
        const [sent, arrived] = [
          await downloadObject(source, object),
          await target.files.get(object),
        ];
        if (!sent || !arrived || (await sha256Of(sent)) !== (await sha256Of(arrived)))
          throw differs(object);
        files += 1;
      }
      return { rows, tables: tables.length, sequences, files, leftOut, missing };
    }),
  );
