import { refuse } from "../errors.ts";
import { ownAuthorization } from "../resumable/authority.ts";
import { ended, withTusProtocol } from "../resumable/protocol.ts";
import { dropUpload, findUpload } from "../resumable/uploads.ts";
import type { Endpoint } from "./endpoint.ts";

/** `DELETE /upload/resumable/:id`: cancels an upload. A completed one is a file, and is deleted as such. */
export const endResumable: Endpoint = withTusProtocol(async ({ core, tidy }, c) => {
  const upload = await findUpload(core, c.req.param("id") ?? "");
  await ownAuthorization(core, c, upload);
  if (upload.completed) {
    throw refuse("invalidRequest", { message: "Cannot terminate an already completed upload" });
  }
  await dropUpload(core, upload.id);
  tidy();
  return ended();
});
