import type { Core } from "#backend/core/core.ts";
import type { Queryable, Row } from "#backend/core/database/database.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { readAs } from "./access.ts";
import { bucketRules } from "./buckets.ts";
import { refuse } from "./errors.ts";
import { checkBucketName } from "./names.ts";
import { isoTimestamp } from "./timestamps.ts";

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
  /** What search engines are told of it; nothing where the uploader said nothing. */
  xRobotsTag?: string;
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

const FACTS = `json_build_object('id', o.id, 'bucket', o.bucket_id, 'name', o.name,
  'version', coalesce(o.version, ''), 'facts', coalesce(o.metadata, '{}'),
  'userMetadata', o.user_metadata,
  'created_at', ${isoTimestamp("o.created_at")},
  'updated_at', ${isoTimestamp("o.updated_at")})::text`;

/** The file as the caller's own policies show it; throws `noSuchKey` for what they hide. */
export const readObject = async (
  core: Core,
  caller: Caller,
  bucket: string,
  name: string,
): Promise<StoredObject> => {
  const [row] = await readAs(core, caller, {
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
  /** When the signed address that it was found by ends, in seconds since the epoch. */
  until?: number;
}

interface FoundRow {
  public: boolean;
  allowed: string[] | null;
  object: string | null;
  [column: string]: unknown;
}

const find = async (core: Core, bucket: string, name: string): Promise<FoundRow> => {
  checkBucketName(bucket);
  const [row] = await core.db.query<FoundRow>(
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
export const findObject = async (core: Core, bucket: string, name: string): Promise<Found> =>
  opened(await find(core, bucket, name));

/** The file of an address that was signed by somebody who might read it. */
export const findSigned = async (
  core: Core,
  {
    bucket,
    name,
    version,
    until,
  }: { bucket: string; name: string; version?: string; until: number },
): Promise<Found> => {
  const found = await findObject(core, bucket, name);
  checkVersion(found.object, version);
  return { ...found, until };
};

/** A file of a public bucket; a private bucket is not even told to exist. */
export const findPublic = async (core: Core, bucket: string, name: string): Promise<Found> => {
  const row = await find(core, bucket, name);
  if (!row.public) throw refuse("noSuchBucket");
  return opened(row);
};

/** The file as the caller's own policies show it, with its bucket's types. */
export const findOwn = async (
  core: Core,
  caller: Caller,
  bucket: string,
  name: string,
): Promise<Found> => {
  const { allowed_mime_types } = await bucketRules(core, bucket);
  return { object: await readObject(core, caller, bucket, name), allowed: allowed_mime_types };
};

/**
 * The file for whoever asks for it by its plain address (null: nobody we know). What a public bucket holds
 * needs nobody's leave; all else is as the caller's own policies show it.
 */
export const findFor = async (
  core: Core,
  caller: Caller | null,
  bucket: string,
  name: string,
): Promise<Found> => {
  const row = await find(core, bucket, name);
  if (row.public) return opened(row);
  if (!caller) throw refuse("noSuchBucket");
  return { object: await readObject(core, caller, bucket, name), allowed: row.allowed };
};

/** Throws `noSuchKey` where a version is asked for that is not the file's: no other is kept. */
export const checkVersion = (object: StoredObject, version: string | null | undefined): void => {
  if (version && version !== object.version) throw refuse("noSuchKey");
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
