import { randomUUID } from "node:crypto";
import type { Core } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { writeAs } from "./access.ts";
import { refuse } from "./errors.ts";
import type { FileFacts } from "./objects.ts";

/** A row to write for a file. */
export interface NewObject {
  id: string;
  bucket: string;
  name: string;
  version: string;
  owner: string | null;
  facts: Partial<FileFacts>;
  userMetadata: Record<string, unknown> | null;
}

/** How an upload treats a file of the same name. */
export type WriteMode = "insert" | "upsert";

const INSERT = `insert into storage.objects
  (id, bucket_id, name, version, owner, owner_id, metadata, user_metadata)
  values ($1, $2, $3, $4, $5::uuid, $6, $7, $8)`;
const REPLACE = `version = $4, owner = $5::uuid, owner_id = $6, metadata = $7, user_metadata = $8`;

const WRITES: Record<WriteMode, string> = {
  // A plain insert reads nothing back, so that an insert policy alone is sufficient, as on Supabase.
  insert: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set ${REPLACE} returning id`,
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
      isUuid(owner) ? owner : null,
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

/** Writes the row with the rights of the transaction and returns its id. */
export const writeObject = async (
  tx: Queryable,
  mode: WriteMode,
  object: NewObject,
): Promise<string> => {
  const { text, values } = statementOf(mode, object);
  const [row] = await tx.query<{ id: string }>(text, values);
  return writtenId(mode, object, row?.id);
};

/**
 * Writes as the caller, in its own transaction; a dry run only checks whether they may. With `reserved`
 * it throws `uploadLapsed` if the file's reservation has expired.
 */
export const writeObjectAs = async (
  core: Core,
  caller: Caller,
  mode: WriteMode,
  object: NewObject,
  { dryRun, reserved }: { dryRun?: boolean; reserved?: boolean } = {},
): Promise<string> => {
  const row = await writeAs(core, caller, statementOf(mode, object), {
    dryRun,
    reserved: reserved ? object.version : undefined,
  });
  return writtenId(mode, object, row?.[0]);
};

/** A row for a file that is still to arrive. */
export const newObject = (
  facts: Pick<NewObject, "bucket" | "name" | "owner"> & Partial<NewObject>,
): NewObject => ({
  id: randomUUID(),
  version: randomUUID(),
  facts: {},
  userMetadata: null,
  ...facts,
});
