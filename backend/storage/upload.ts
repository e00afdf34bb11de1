import { rm } from "node:fs/promises";
import type { Core } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { expectReserved, fromDatabase, ownerOf } from "./access.ts";
import { type BucketRules, bucketRules, sizeLimit } from "./buckets.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import { isWholeFilm } from "./intake/film.ts";
import { openUpload, type UploadFacts } from "./intake/open.ts";
import { receive, type Spooled } from "./intake/receive.ts";
import { isAllowed, isOneType, mediaTypeEssence, sniff } from "./intake/sniff.ts";
import { isCheckedPicture, stripImage } from "./intake/strip.ts";
import { checkObjectName, isFolderPlaceholder } from "./names.ts";
import type { FileFacts } from "./objects.ts";
import { whileReserved } from "./pending-files.ts";
import {
  type NewObject,
  newObject,
  type WriteMode,
  writeObject,
  writeObjectAs,
} from "./write-object.ts";

/** Whose authority writes the row: the caller's policies, or an address signed earlier. */
type Authority =
  | { kind: "caller"; caller: Caller }
  | {
      kind: "signed";
      owner: string | null;
      /** The person whose policies decide nevertheless. */
      signer?: Caller;
      spend: (tx: Queryable) => Promise<void>;
    };

/**
 * Throws the refusals of the writer's, or the signer's, policies; signed addresses without a signer need
 * none.
 */
const checkMayWrite = async (
  core: Core,
  authority: Authority,
  mode: WriteMode,
  object: NewObject,
): Promise<void> => {
  const judged = authority.kind === "caller" ? authority.caller : authority.signer;
  if (judged) await writeObjectAs(core, judged, mode, object, { dryRun: true });
};

interface UploadTarget {
  bucket: string;
  name: string;
  mode: WriteMode;
  authority: Authority;
}

const unsupported = (type: string) =>
  refuse("invalidMimeType", { message: `mime type ${type} is not supported` });

/** The type of bytes of which nothing is certain. */
const UNKNOWN_TYPE = "application/octet-stream";

/** The types that clients and browsers send for an unknown file: its bytes must decide. */
const UNTOLD = new Set(["text/plain", UNKNOWN_TYPE]);

/** Throws `invalidMimeType` for a declared type that is not on the bucket's list. */
const checkDeclaredType = (declared: string | null, { allowed_mime_types }: BucketRules): void => {
  const type = mediaTypeEssence(declared);
  if (declared && !UNTOLD.has(type) && !isAllowed(type, allowed_mime_types))
    throw unsupported(declared);
};

/**
 * A verified picture may have its declared type if that does no harm: plain text, which clients send by
 * default, or another kind of picture.
 */
const isHarmlessMismatch = (claim: string, type: string): boolean =>
  isCheckedPicture(type) && (claim === "text/plain" || isCheckedPicture(claim));

/**
 * The received file's true type, checked against the bucket's list; metadata of pictures is removed on the
 * way.
 */
const resolveContent = async (
  { pictureLimit, pictureRules, network }: StorageContext,
  spooled: Spooled,
  contentType: string | null,
  bucket: BucketRules,
): Promise<{ mimetype: string; size: number }> => {
  const allowed = bucket.allowed_mime_types;
  const found = await sniff(spooled.head, contentType, spooled.size <= spooled.head.length);
  // A bucket for any files takes broken ones too.
  const whole = !isAllowed(UNKNOWN_TYPE, allowed);
  const stripped = await stripImage(spooled, found, {
    whole,
    pixels: pictureRules.pixels,
    turn: (work) => pictureLimit(work, { caller: network }),
  });
  const broken = stripped === false || (whole && !(await isWholeFilm(spooled.path, found)));
  const certain = broken ? UNKNOWN_TYPE : found;
  const claim = mediaTypeEssence(contentType);
  const type = isHarmlessMismatch(claim, certain) && isAllowed(claim, allowed) ? claim : certain;
  if (!isAllowed(type, allowed)) {
    if (spooled.size === 0) throw refuse("emptyFile");
    if (broken && isAllowed(found, allowed)) throw refuse("incompleteFile");
    throw unsupported(isAllowed(claim, allowed) ? type : (contentType ?? type));
  }
  // The declared spelling is used for its parameters (a charset), and only if it is the same type.
  const declared = contentType?.trim() ?? "";
  const same = isOneType(declared) && declared.toLowerCase().startsWith(type) && claim === type;
  return {
    mimetype: same ? declared : type,
    size: stripped === false ? spooled.size : stripped,
  };
};

/** The facts that policies can check before the bytes arrive: those that the uploader claims. */
const claimed = (contentType: string | null, bytes: number | null): Partial<FileFacts> => ({
  mimetype: contentType ?? "application/octet-stream",
  ...(bytes === null ? {} : { contentLength: bytes }),
});

const announcedBytes = (request: Request): number | null => {
  const length = request.headers.get("content-length");
  return length === null ? null : Number(length);
};

/**
 * Receives a file. The row is written in a dry run as the caller before a byte is stored, so that a caller
 * without the right cannot fill the disk. It is really written once the bytes are safe: readers see the old
 * file or the new one. Returns the row's id.
 */
export const upload = async (
  context: StorageContext,
  request: Request,
  { bucket: bucketId, name, mode, authority }: UploadTarget,
): Promise<{ id: string; key: string }> => {
  const { core } = context;
  checkObjectName(name);
  const rules = await bucketRules(core, bucketId);
  const bucket = isFolderPlaceholder(name)
    ? { ...rules, file_size_limit: 0, allowed_mime_types: null }
    : rules;
  const limit = sizeLimit(core, bucket);
  const owner = authority.kind === "caller" ? ownerOf(authority.caller) : authority.owner;
  const object = newObject({ bucket: bucketId, name, owner });
  const incoming = await openUpload(request, limit);
  try {
    const { contentType, userMetadata } = incoming;
    checkDeclaredType(contentType, bucket);
    const facts = claimed(contentType, announcedBytes(request));
    await checkMayWrite(core, authority, mode, { ...object, facts, userMetadata });
  } catch (error) {
    await incoming.leave?.();
    throw error;
  }
  const spooled = await receive(incoming.content, context.spool, limit);
  return place(context, bucket, spooled, incoming, { object, mode, authority });
};

/** How a received file is recorded. */
interface Placing {
  object: NewObject;
  mode: WriteMode;
  authority: Authority;
}

/**
 * Makes a received file the object's: checks it, puts it in place and writes the row. Takes `spooled` over,
 * also when it throws. Returns the row's id.
 */
const place = async (
  context: StorageContext,
  bucket: BucketRules,
  spooled: Spooled,
  incoming: UploadFacts,
  { object: requested, mode, authority }: Placing,
): Promise<{ id: string; key: string }> => {
  const { core, files } = context;
  const key = { bucket: bucket.id, name: requested.name, version: requested.version };
  let object: NewObject;
  try {
    const { contentType, cacheControl, userMetadata, xRobotsTag } = incoming;
    const { mimetype, size } = await resolveContent(context, spooled, contentType, bucket);
    const facts = {
      eTag: spooled.etag,
      size,
      mimetype,
      cacheControl,
      lastModified: new Date(core.clock.now()).toISOString(),
      contentLength: size,
      httpStatusCode: 200,
      ...(xRobotsTag === undefined ? {} : { xRobotsTag }),
    };
    object = { ...requested, userMetadata, facts };
  } catch (error) {
    await rm(spooled.path, { force: true });
    throw error;
  }
  try {
    const id = await whileReserved(core, key, async (announced) => {
      await files.put(key, spooled.path, announced);
      return commit(context, authority, mode, object);
    });
    if (mode !== "insert") context.tidy();
    return { id, key: `${bucket.id}/${requested.name}` };
  } catch (error) {
    await rm(spooled.path, { force: true });
    context.tidy();
    throw error;
  }
};

const commit = async (
  { core }: StorageContext,
  authority: Authority,
  mode: WriteMode,
  object: NewObject,
): Promise<string> => {
  if (authority.kind === "caller")
    return writeObjectAs(core, authority.caller, mode, object, { reserved: true });
  await checkMayWrite(core, authority, mode, object);
  try {
    return await core.db.transaction(async (tx) => {
      await tx.query(...expectReserved(object.version));
      await authority.spend(tx);
      return writeObject(tx, mode, object);
    });
  } catch (error) {
    throw fromDatabase(error);
  }
};
