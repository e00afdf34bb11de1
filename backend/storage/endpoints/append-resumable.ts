import { bodyOf } from "#backend/core/http/body.ts";
import { bucketRules, sizeLimit } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { append } from "../resumable/append.ts";
import { ownAuthorization } from "../resumable/authority.ts";
import { byteHeader, PIECE, uploadState, withTusProtocol } from "../resumable/protocol.ts";
import { findUpload, saveSize } from "../resumable/uploads.ts";
import { endResumable } from "./end-resumable.ts";
import type { Endpoint } from "./endpoint.ts";

/** `PATCH /upload/resumable/:id`: the next piece of an upload. */
export const appendResumable: Endpoint = withTusProtocol(async (context, c) => {
  const { core } = context;
  let upload = await findUpload(core, c.req.param("id") ?? "");
  const authorization = await ownAuthorization(core, c, upload);
  if (c.req.header("content-type") !== PIECE) throw refuse("noPiece");
  const offset = byteHeader(c, "upload-offset");
  if (offset === null) throw refuse("invalidRequest", { message: "Upload-Offset header required" });
  if (offset !== upload.received) throw refuse("offsetConflict");
  const size = byteHeader(c, "upload-length");
  if (size !== null && upload.size === null) {
    if (size > sizeLimit(core, await bucketRules(core, upload.bucket))) throw refuse("tooLarge");
    if (size < upload.received) throw refuse("offsetConflict");
    await saveSize(core, upload.id, size);
    upload = { ...upload, size };
  } else if (size !== null && size !== upload.size) {
    throw refuse("invalidRequest", { message: "Upload-Length cannot be changed" });
  }
  return uploadState(204, await append(context, upload, authorization, bodyOf(c.req.raw)));
});

/** `POST`, for networks that block PATCH and DELETE: `X-HTTP-Method-Override` names the method. */
export const overriddenResumable: Endpoint = async (context, c) => {
  const expected = c.req.header("x-http-method-override");
  if (expected === "PATCH") return appendResumable(context, c);
  if (expected === "DELETE") return endResumable(context, c);
  throw refuse("noSuchRoute");
};
