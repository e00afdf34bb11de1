import { randomUUID } from "node:crypto";
import { bodyOf } from "#backend/core/http/body.ts";
import { bucketRules, sizeLimit } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { cacheControlOf, parseMetadata } from "../intake/open.ts";
import { isAllowed, mediaTypeEssence } from "../intake/sniff.ts";
import { checkObjectName } from "../names.ts";
import { append } from "../resumable/append.ts";
import { authorizationOf } from "../resumable/authority.ts";
import {
  byteHeader,
  PIECE,
  parseUploadMetadata,
  uploadState,
  withTusProtocol,
} from "../resumable/protocol.ts";
import { type ResumableUpload, saveUpload } from "../resumable/uploads.ts";
import { checkMayWrite, claimed } from "../upload.ts";
import { newObject } from "../write-object.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `POST /upload/resumable`: begins a resumable upload; the body may be its first piece. The row is written
 * in a dry run as the caller, as for a plain upload.
 */
export const createResumable: Endpoint = withTusProtocol(async (context, c) => {
  const { core } = context;
  const encodedMetadata = c.req.header("upload-metadata") ?? "";
  const metadata = parseUploadMetadata(encodedMetadata);
  const name = checkObjectName(metadata.get("objectName") ?? "");
  const bucket = await bucketRules(core, metadata.get("bucketName") ?? "");
  const size = byteHeader(c, "upload-length");
  if (size === null && c.req.header("upload-defer-length") !== "1") {
    throw refuse("invalidRequest", {
      message: "Upload-Length or Upload-Defer-Length header required",
    });
  }
  if ((size ?? 0) > sizeLimit(core, bucket)) throw refuse("tooLarge");
  const contentType = metadata.get("contentType") ?? null;
  if (contentType && !isAllowed(mediaTypeEssence(contentType), bucket.allowed_mime_types)) {
    throw refuse("invalidMimeType", { message: `mime type ${contentType} is not supported` });
  }
  const authorization = await authorizationOf(core, c, { bucket: bucket.id, name });
  const { authority, role, owner, ticket, upsert } = authorization;
  const userMetadata = parseMetadata(metadata.get("metadata"));
  const facts = claimed(contentType, size);
  const object = newObject({ bucket: bucket.id, name, owner, facts, userMetadata });
  await checkMayWrite(core, authority, upsert ? "upsert" : "insert", object);
  const upload: ResumableUpload = {
    id: randomUUID(),
    bucket: bucket.id,
    name,
    role,
    owner,
    ticket,
    upsert,
    size,
    received: 0,
    parts: [],
    encodedMetadata,
    facts: {
      contentType,
      cacheControl: cacheControlOf(metadata.get("cacheControl")),
      userMetadata,
    },
    completed: false,
    expiresAt: core.clock.now() + core.project.config.storage.resumable.life * 1000,
  };
  await saveUpload(core, upload);
  const first = c.req.header("content-type") === PIECE;
  const hasBody = first || size === 0;
  const now = hasBody
    ? await append(context, upload, authorization, first ? bodyOf(c.req.raw) : null)
    : upload;
  const { pathname } = new URL(c.req.url);
  return uploadState(201, now, { location: `${pathname.replace(/\/$/, "")}/${upload.id}` });
});
