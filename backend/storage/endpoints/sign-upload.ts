import { callerOf, ownerOf } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { checkObjectName } from "../names.ts";
import { signUpload } from "../signed.ts";
import { newObject, writeObjectAs } from "../write-object.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `POST /object/upload/sign/:bucket/:name`: an upload address, if the caller might upload. */
export const signUploadObject: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const bucket = pathPart(c, "bucket");
  const name = checkObjectName(pathPart(c, "name"));
  const upsert = c.req.header("x-upsert") === "true";
  const owner = ownerOf(caller);
  await bucketRules(core, bucket);
  const mode = upsert ? "upsert" : "insert";
  const object = newObject({ bucket, name, owner });
  await writeObjectAs(core, caller, mode, object, { dryRun: true });
  const { url, token } = await signUpload(core, caller, { bucket, name, owner, upsert });
  return c.json({ url, token });
};
