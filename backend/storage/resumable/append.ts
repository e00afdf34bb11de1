import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { HttpError } from "#backend/core/errors.ts";
import type { Pieces } from "#backend/core/http/body.ts";
import { type BucketRules, bucketRules, sizeLimit } from "../buckets.ts";
import type { StorageContext } from "../context.ts";
import { refusalName, refuse } from "../errors.ts";
import { receive, type Spooled } from "../intake/receive.ts";
import { abandon, announce } from "../pending-files.ts";
import { place } from "../upload.ts";
import { newObject } from "../write-object.ts";
import type { UploadAuthorization } from "./authority.ts";
import {
  addPart,
  completeUpload,
  dropUpload,
  findUpload,
  isUploadStored,
  type ResumableUpload,
  saveAttempt,
} from "./uploads.ts";

/** Smaller pieces than this many thousandths of a file bring no gain. */
const MOST_PARTS = 10_000;

/** Every byte in order: the stored pieces, then the one that has just arrived. */
async function* whole(
  { files }: StorageContext,
  { bucket, name, parts }: ResumableUpload,
  last: Spooled,
): AsyncGenerator<Uint8Array> {
  for (const { version } of parts) {
    const piece = await files.get({ bucket, name, version });
    if (!piece) throw refuse("uploadExpired");
    yield* piece;
  }
  yield* createReadStream(last.path);
}

/** One file of all pieces; takes `last` over. */
const assemble = async (
  context: StorageContext,
  upload: ResumableUpload,
  last: Spooled,
): Promise<Spooled> => {
  if (upload.parts.length === 0) return last;
  try {
    return await receive(whole(context, upload, last), context.spool, upload.size ?? 0);
  } finally {
    await rm(last.path, { force: true });
  }
};

/**
 * Creates the file of a complete upload. A refusal ends the upload: the same bytes would be refused again.
 * After any other failure the upload is as before its last piece, and the client sends that again.
 */
const finish = async (
  context: StorageContext,
  upload: ResumableUpload,
  bucket: BucketRules,
  { authority, owner }: UploadAuthorization,
  last: Spooled,
): Promise<void> => {
  const { core } = context;
  const { id, name, facts } = upload;
  const version = randomUUID();
  try {
    const spooled = await assemble(context, upload, last);
    await saveAttempt(core, id, version);
    await place(context, bucket, spooled, facts, {
      authority,
      mode: upload.upsert ? "upsert" : "insert",
      object: newObject({ bucket: bucket.id, name, version, owner }),
    });
  } catch (error) {
    // The same last piece was sent twice, and the other one was first: nothing was refused.
    if (!(await isUploadStored(core, upload))) {
      if (refusalName(error) && error instanceof HttpError && error.status < 500) {
        await dropUpload(core, id);
        context.tidy();
      }
      throw error;
    }
  }
  await completeUpload(core, id);
  context.tidy();
};

const saveProgress = async (
  context: StorageContext,
  upload: ResumableUpload,
  { path, size }: Spooled,
): Promise<void> => {
  const { core, files } = context;
  const key = { bucket: upload.bucket, name: upload.name, version: randomUUID() };
  try {
    if (upload.parts.length >= MOST_PARTS) {
      throw refuse("invalidRequest", { message: "The pieces of the upload are too small" });
    }
    await files.put(key, path, announce(core, key, { until: new Date(upload.expiresAt) }));
    const added = await addPart(core, upload, { version: key.version, size });
    if (!added) throw refuse("offsetConflict");
  } catch (error) {
    await rm(path, { force: true });
    await abandon(core, key);
    context.tidy();
    throw error;
  }
};

/**
 * Receives the next piece of an upload, of which `offset` bytes have arrived, and returns its progress. If
 * the connection breaks, the received part of the piece is stored.
 */
export const append = async (
  context: StorageContext,
  upload: ResumableUpload,
  authorization: UploadAuthorization,
  body: Pieces | null,
): Promise<ResumableUpload> => {
  const { core, spool } = context;
  const bucket = await bucketRules(core, upload.bucket);
  if (!upload.completed && (await isUploadStored(core, upload))) {
    await completeUpload(core, upload.id);
    return findUpload(core, upload.id);
  }
  if (upload.completed) return upload;
  const most = (upload.size ?? sizeLimit(core, bucket)) - upload.received;
  const spooled = await receive(body ?? nothing(), spool, most, { saveIncomplete: true });
  const total = upload.received + spooled.size;
  if (total === upload.size) {
    await finish(context, upload, bucket, authorization, spooled);
    // Its time may have passed meanwhile, although the file exists.
    return { ...upload, received: total, parts: [], completed: true };
  }
  if (spooled.size > 0) await saveProgress(context, upload, spooled);
  else await rm(spooled.path, { force: true });
  if (spooled.broken) throw spooled.broken;
  return findUpload(core, upload.id);
};

async function* nothing(): AsyncGenerator<Uint8Array> {}
