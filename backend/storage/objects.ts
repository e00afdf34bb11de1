import { randomUUID } from "node:crypto";
import type { Caller } from "#backend/kernel/caller.ts";
import type { Queryable, Row } from "#backend/kernel/database.ts";
import type { Kernel } from "#backend/kernel/kernel.ts";
import { readAs, writeAs } from "./access.ts";
import { bucketRules } from "./buckets.ts";
import { refuse } from "./errors.ts";
import { checkBucketName } from "./names.ts";

/** What the server knows of a file's bytes; kept in `storage.objects.metadata`. */
export interface FileFacts {
  eTag: string;
  /** Bytes. */
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601. */
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
}

/** A row to be written for a file. */
export interface NewObject {
  id: string;
  bucket: string;
  name: string;
  version: string;
  owner: string | null;
  facts: Partial<FileFacts>;
  userMetadata: Record<string, unknown> | null;
}

/** A file as reading needs it. */
export interface StoredObject {
  id: string;
  bucket: string;
  name: string;
  version: string;
  facts: Partial<FileFacts>;
  userMetadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
}

/** How an upload treats a file of the same name. */
export type WriteMode = "insert" | "upsert" | "update";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The person a caller is: the token's subject. */
export const ownerOf = ({ claims }: Caller): string | null => claims.sub ?? null;

const INSERT = `insert into storage.objects
  (id, bucket_id, name, version, owner, owner_id, metadata, user_metadata)
  values ($1, $2, $3, $4, $5::uuid, $6, $7, $8)`;
const REPLACE = `version = $4, owner = $5::uuid, owner_id = $6, metadata = $7, user_metadata = $8`;

const WRITES: Record<WriteMode, string> = {
  // A plain insert reads nothing back, so that an insert policy alone is enough for it, as on Supabase.
  insert: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set ${REPLACE} returning id`,
  update: `update storage.objects set ${REPLACE} where bucket_id = $2 and name = $3 and $1::uuid is not null returning id`,
};

const statementOf = (mode: WriteMode, object: NewObject) => {
  const { id, bucket, name, version, owner, facts, userMetadata } = object;
  return {
    name: `storage_${mode}_object`,
    text: WRITES[mode],
    values: [
      id,
      bucket,
      name,
      version,
      owner && UUID.test(owner) ? owner : null,
      owner,
      JSON.stringify(facts),
      userMetadata && JSON.stringify(userMetadata),
    ],
  };
};

const writtenId = (mode: WriteMode, { id }: NewObject, returned: string | null | undefined) => {
  if (mode === "insert") return id;
  if (!returned) throw refuse("noSuchKey");
  return returned;
};

/** Writes the row with the rights of the transaction and gives its id. */
export const writeObject = async (
  tx: Queryable,
  mode: WriteMode,
  object: NewObject,
): Promise<string> => {
  const { text, values } = statementOf(mode, object);
  const [row] = await tx.query<{ id: string }>(text, values);
  return writtenId(mode, object, row?.id);
};

/** The same as the caller, in a transaction of its own; a dry run only tells whether they may. */
export const writeObjectAs = async (
  kernel: Kernel,
  caller: Caller,
  mode: WriteMode,
  object: NewObject,
  options?: { dryRun: boolean },
): Promise<string> => {
  const row = await writeAs(kernel, caller, statementOf(mode, object), options);
  return writtenId(mode, object, row?.[0]);
};

/** A row for a file that is still to come. */
export const newObject = (
  facts: Pick<NewObject, "bucket" | "name" | "owner"> & Partial<NewObject>,
): NewObject => ({
  id: randomUUID(),
  version: randomUUID(),
  facts: {},
  userMetadata: null,
  ...facts,
});

const FACTS = `json_build_object('id', o.id, 'bucket', o.bucket_id, 'name', o.name,
  'version', coalesce(o.version, ''), 'facts', coalesce(o.metadata, '{}'),
  'userMetadata', o.user_metadata, 'created_at', o.created_at, 'updated_at', o.updated_at)::text`;

/** The file as the caller's own policies show it; throws `noSuchKey` for what they hide. */
export const readObject = async (
  kernel: Kernel,
  caller: Caller,
  bucket: string,
  name: string,
): Promise<StoredObject> => {
  const [row] = await readAs(kernel, caller, {
    name: "storage_read_object",
    text: `select ${FACTS} as object from storage.objects o where o.bucket_id = $1 and o.name = $2`,
    values: [bucket, name],
  });
  if (!row?.object) throw refuse("noSuchKey");
  return JSON.parse(row.object) as StoredObject;
};

/** A file, and the types that its bucket names: what is named there may be shown as what it is. */
export interface Found {
  object: StoredObject;
  allowed: string[] | null;
}

interface FoundRow {
  public: boolean;
  allowed: string[] | null;
  object: string | null;
  [column: string]: unknown;
}

const find = async (kernel: Kernel, bucket: string, name: string): Promise<FoundRow> => {
  checkBucketName(bucket);
  const [row] = await kernel.db.query<FoundRow>(
    `select b.public, b.allowed_mime_types as allowed, case when o.id is not null then ${FACTS} end as object
     from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
     where b.id = $1`,
    [bucket, name],
  );
  if (!row) throw refuse("noSuchBucket");
  return row;
};

const opened = ({ object, allowed }: FoundRow): Found => {
  if (object === null) throw refuse("noSuchKey");
  return { object: JSON.parse(object) as StoredObject, allowed };
};

/** The file whoever asks. */
export const findObject = async (kernel: Kernel, bucket: string, name: string): Promise<Found> =>
  opened(await find(kernel, bucket, name));

/** The file of an address that was signed by somebody who might read it. */
export const findSigned = async (
  kernel: Kernel,
  { bucket, name, version }: { bucket: string; name: string; version?: string },
): Promise<Found> => {
  const found = await findObject(kernel, bucket, name);
  checkVersion(found.object, version);
  return found;
};

/** A file of a public bucket; a private bucket is not even told to exist. */
export const findPublic = async (kernel: Kernel, bucket: string, name: string): Promise<Found> => {
  const row = await find(kernel, bucket, name);
  if (!row.public) throw refuse("noSuchBucket");
  return opened(row);
};

/** The file as the caller's own policies show it, with its bucket's types. */
export const findOwn = async (
  kernel: Kernel,
  caller: Caller,
  bucket: string,
  name: string,
): Promise<Found> => {
  const { allowed_mime_types } = await bucketRules(kernel, bucket);
  return { object: await readObject(kernel, caller, bucket, name), allowed: allowed_mime_types };
};

/**
 * The file for whoever asks for it by its plain address (null: nobody we know). What a public bucket holds
 * needs nobody's leave; all else is as the caller's own policies show it.
 */
export const findFor = async (
  kernel: Kernel,
  caller: Caller | null,
  bucket: string,
  name: string,
): Promise<Found> => {
  const row = await find(kernel, bucket, name);
  if (row.public) return opened(row);
  if (!caller) throw refuse("noSuchBucket");
  return { object: await readObject(kernel, caller, bucket, name), allowed: row.allowed };
};

/** Throws `noSuchKey` where a version is asked for that is not the file's: no other is kept. */
export const checkVersion = (object: StoredObject, asked: string | null | undefined): void => {
  if (asked && asked !== object.version) throw refuse("noSuchKey");
};

/** A row as `remove`, `copy` and `list` answer it; `path_tokens` stays inside. */
export const OBJECT_COLUMNS =
  "id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata";

/** A file to remove: whatever version is there, or only that one. */
export interface DeleteTarget {
  name: string;
  version: string | null;
}

/** Removes the rows of a bucket that the transaction's role may remove, and gives them as they were named. */
export const deleteObjects = async (
  tx: Queryable,
  bucket: string,
  targets: DeleteTarget[],
): Promise<Row[]> => {
  const removed = await tx.query<Row & { name: string }>(
    `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) and (
       version is null or (name, version) in (
         select t.name, coalesce(t.version, objects.version)
         from unnest($2::text[], $3::text[]) t (name, version)
       )
     ) returning ${OBJECT_COLUMNS}`,
    [bucket, targets.map(({ name }) => name), targets.map(({ version }) => version)],
  );
  const place = new Map(targets.map(({ name }, index) => [name, index]));
  return removed.sort((one, other) => (place.get(one.name) ?? 0) - (place.get(other.name) ?? 0));
};
