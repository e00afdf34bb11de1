import { speaking, told } from "../resumable/protocol.ts";
import { findUpload } from "../resumable/uploads.ts";
import type { Endpoint } from "./endpoint.ts";

/** `HEAD /upload/resumable/:id`: how far an upload has come. As hosted, its address is all it takes. */
export const getResumable: Endpoint = speaking(async ({ core }, c) => {
  const upload = await findUpload(core, c.req.param("id") ?? "");
  const { size, said } = upload;
  return told(200, upload, {
    ...(size === null ? { "upload-defer-length": "1" } : { "upload-length": String(size) }),
    ...(said ? { "upload-metadata": said } : {}),
  });
});
