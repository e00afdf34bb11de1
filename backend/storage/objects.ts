import type { Core } from "#backend/core/core.ts";
import type { Queryable, Row } from "#backend/core/database/database.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { readAs } from "./access.ts";
import { bucketRules } from "./buckets.ts";
import { refuse } from "./errors.ts";
import { checkBucketName } from "./names.ts";
import { isoTimestamp } from "./timestamps.ts";

/** The server's facts about a file's bytes; stored in `storage.objects.metadata`. */
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
  /** The rule for search engines; absent if the uploader set none. */
  xRobotsTag?: string;
}

/** A file with the facts needed to read it. */
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

/** The file as the caller's own policies show it; throws `noSuchKey` if they hide it. */
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

/** A file, and the types that its bucket names: files of those types may be shown as such. */
export interface Found {
  object: StoredObject;
  allowed: string[] | null;
  /** When the signed address of the request ends, in seconds since the epoch. */
  until?: number;
  /** Who may see it can change: a cache asks each time. */
  revocable?: boolean;
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

/** A file of a private bucket as the caller's own policies show it. */
const asSeenBy = async (
  core: Core,
  caller: Caller,
  bucket: string,
  name: string,
  allowed: string[] | null,
): Promise<Found> => ({
  object: await readObject(core, caller, bucket, name),
  allowed,
  revocable: core.project.config.storage.signedUrlsFollowPolicies,
});

/**
 * The file of an address signed by a person who was able to read it and, where signed addresses follow
 * policies, still is.
 */
export const findSigned = async (
  core: Core,
  {
    bucket,
    name,
    version,
    signer,
    until,
  }: { bucket: string; name: string; version?: string; signer?: Caller; until: number },
): Promise<Found> => {
  const row = await find(core, bucket, name);
  const follows = core.project.config.storage.signedUrlsFollowPolicies && !row.public;
  if (follows && !signer) throw refuse("invalidUrlToken");
  const found =
    follows && signer ? await asSeenBy(core, signer, bucket, name, row.allowed) : opened(row);
  checkVersion(found.object, version);
  return { ...found, until };
};

/** A file of a public bucket; a private bucket's existence is not even revealed. */
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
  const rules = await bucketRules(core, bucket);
  const found = await asSeenBy(core, caller, bucket, name, rules.allowed_mime_types);
  return { ...found, revocable: found.revocable && !rules.public };
};

/**
 * The file for a caller of its plain address (null: unknown). A public bucket's files need no rights; all
 * others follow the caller's own policies.
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
  return asSeenBy(core, caller, bucket, name, row.allowed);
};

/** Throws `noSuchKey` for any version other than the file's: no other is stored. */
export const checkVersion = (object: StoredObject, version: string | null | undefined): void => {
  if (version && version !== object.version) throw refuse("noSuchKey");
};

/** A row as in the responses of `remove`, `copy` and `list`; `path_tokens` is internal. */
export const OBJECT_COLUMNS =
  "id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata";

/** A file to delete: any version, or only that one. */
export interface DeleteTarget {
  name: string;
  version: string | null;
}

/**
 * Deletes the rows of a bucket that the transaction's role may delete, and returns them as they were named.
 */
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
