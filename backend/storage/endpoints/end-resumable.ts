import { refuse } from "../errors.ts";
import { ownStanding } from "../resumable/authority.ts";
import { ended, speaking } from "../resumable/protocol.ts";
import { dropUpload, findUpload } from "../resumable/uploads.ts";
import type { Endpoint } from "./endpoint.ts";

/** `DELETE /upload/resumable/:id`: gives an upload up. One that is done is a file, removed as such. */
export const endResumable: Endpoint = speaking(async ({ kernel, tidy }, c) => {
  const upload = await findUpload(kernel, c.req.param("id") ?? "");
  await ownStanding(kernel, c, upload);
  if (upload.completed) {
    throw refuse("invalidRequest", { message: "Cannot terminate an already completed upload" });
  }
  await dropUpload(kernel, upload.id);
  tidy();
  return ended();
});
