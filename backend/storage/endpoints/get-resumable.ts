import { uploadState, withTusProtocol } from "../resumable/protocol.ts";
import { findUpload } from "../resumable/uploads.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `HEAD /upload/resumable/:id`: the progress of an upload. As on the hosted platform, its address is
 * sufficient.
 */
export const getResumable: Endpoint = withTusProtocol(async ({ core }, c) => {
  const upload = await findUpload(core, c.req.param("id") ?? "");
  const { size, encodedMetadata } = upload;
  return uploadState(200, upload, {
    ...(size === null ? { "upload-defer-length": "1" } : { "upload-length": String(size) }),
    ...(encodedMetadata ? { "upload-metadata": encodedMetadata } : {}),
  });
});
