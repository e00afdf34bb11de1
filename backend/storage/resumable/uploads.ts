import type { Core } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { refuse } from "../errors.ts";
import type { UploadFacts } from "../intake/open.ts";

/** A received piece: a file beside the one that it will be part of. */
interface Part {
  version: string;
  /** Bytes. */
  size: number;
}

/** An upload that arrives in pieces. */
export interface ResumableUpload {
  id: string;
  bucket: string;
  name: string;
  role: string;
  owner: string | null;
  ticket: string | null;
  upsert: boolean;
  /** Bytes in all; null until the client knows. */
  size: number | null;
  received: number;
  parts: Part[];
  encodedMetadata: string;
  facts: UploadFacts;
  completed: boolean;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

interface UploadRow {
  upload: Omit<ResumableUpload, "expiresAt"> & { expires_at: string };
  [column: string]: unknown;
}

/**
 * Throws `tooMany` if the owner has as many unfinished uploads, or bytes of them, as the project allows.
 */
const checkUnfinished = async (
  tx: Queryable,
  { project }: Core,
  { role, owner, size }: ResumableUpload,
): Promise<void> => {
  const { fileSizeLimit, resumable } = project.config.storage;
  const { maxUnfinished, maxUnfinishedBytes } = resumable;
  if (maxUnfinished === 0 && maxUnfinishedBytes === 0) return;
  // Uploads of one account are counted one after the other.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `resumable uploads of ${role} ${owner}`,
  ]);
  const [open] = await tx.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, coalesce(sum(coalesce(size, $3)), 0)::float8 as bytes
     from storage.resumable_uploads
     where role = $1 and owner is not distinct from $2 and not completed and expires_at > now()`,
    [role, owner, fileSizeLimit],
  );
  const { count = 0, bytes = 0 } = open ?? {};
  const full =
    (maxUnfinished > 0 && count >= maxUnfinished) ||
    (maxUnfinishedBytes > 0 && bytes + (size ?? fileSizeLimit) > maxUnfinishedBytes);
  if (full) {
    throw refuse("tooMany", {
      message: "Too many unfinished uploads; finish or end one of them first",
    });
  }
};

export const saveUpload = async (core: Core, upload: ResumableUpload): Promise<void> => {
  const { id, bucket, name, role, owner, ticket, upsert, size, encodedMetadata, facts, expiresAt } =
    upload;
  const values = [id, bucket, name, role, owner, ticket, upsert, size, encodedMetadata];
  await core.db.transaction(async (tx) => {
    await checkUnfinished(tx, core, upload);
    await tx.query(
      `insert into storage.resumable_uploads
         (id, bucket_id, name, role, owner, ticket, upsert, size, said, facts, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [...values, JSON.stringify(facts), new Date(expiresAt)],
    );
  });
};

/** The upload of that id: throws `noSuchUpload`, and `uploadExpired` if it has expired. */
export const findUpload = async (core: Core, id: string): Promise<ResumableUpload> => {
  // Files are named by the id as written, but the database would also find it in capitals.
  if (!isUuid(id) || id !== id.toLowerCase()) throw refuse("noSuchUpload");
  const [row] = await core.db.query<UploadRow>(
    `select json_build_object('id', id, 'bucket', bucket_id, 'name', name, 'role', role,
       'owner', owner, 'ticket', ticket, 'upsert', upsert, 'size', size, 'received', received,
       'parts', parts, 'encodedMetadata', said, 'facts', facts, 'completed', completed,
       'expires_at', expires_at) as upload
     from storage.resumable_uploads where id = $1`,
    [id],
  );
  if (!row) throw refuse("noSuchUpload");
  const { expires_at, ...upload } = row.upload;
  const expiresAt = Date.parse(expires_at);
  if (expiresAt <= core.clock.now()) throw refuse("uploadExpired");
  return { ...upload, expiresAt };
};

/** The client's late statement of the size. */
export const saveSize = async (core: Core, id: string, size: number): Promise<void> => {
  await core.db.query(
    "update storage.resumable_uploads set size = $2 where id = $1 and size is null",
    [id, size],
  );
};

/** Adds a piece in its position; false if another one was first. */
export const addPart = async (
  core: Core,
  { id, received }: ResumableUpload,
  part: Part,
): Promise<boolean> => {
  const rows = await core.db.query(
    `update storage.resumable_uploads set received = received + $3, parts = parts || $4::jsonb
     where id = $1 and received = $2 and not completed returning id`,
    [id, received, part.size, JSON.stringify([part])],
  );
  return rows.length > 0;
};

/** Records the version under which the whole file is about to be put in place. */
export const saveAttempt = async (core: Core, id: string, version: string): Promise<void> => {
  await core.db.query(
    "update storage.resumable_uploads set attempts = attempts || $2::text where id = $1",
    [id, version],
  );
};

/** Whether the whole file has been assembled, even if no client was informed. */
export const isUploadStored = async (
  core: Core,
  { id, bucket, name }: ResumableUpload,
): Promise<boolean> => {
  const rows = await core.db.query(
    `select from storage.resumable_uploads u where u.id = $1 and (u.completed or exists (
       select from storage.objects o
       where o.bucket_id = $2 and o.name = $3 and o.version = any(u.attempts)))`,
    [id, bucket, name],
  );
  return rows.length > 0;
};

const DROP_PARTS = `update storage.loose_files l set due_at = now()
  from storage.resumable_uploads u cross join lateral jsonb_array_elements(u.parts) as p(part)
  where u.id = $1 and l.bucket_id = u.bucket_id and l.name = u.name
    and l.version = p.part ->> 'version'`;

/** The whole file exists: its pieces are deleted. */
export const completeUpload = async (core: Core, id: string): Promise<void> => {
  await core.db.transaction(async (tx) => {
    await tx.query(DROP_PARTS, [id]);
    await tx.query(
      `update storage.resumable_uploads set completed = true, received = size, parts = '[]'
       where id = $1`,
      [id],
    );
  });
};

/** Cancels an upload and deletes everything received. */
export const dropUpload = async (core: Core, id: string): Promise<void> => {
  await core.db.transaction(async (tx) => {
    await tx.query(DROP_PARTS, [id]);
    await tx.query("delete from storage.resumable_uploads where id = $1", [id]);
  });
};
