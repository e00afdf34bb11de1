import { randomUUID } from "node:crypto";
import { callerOf, rehearse } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { checkObjectName } from "../names.ts";
import { ownerOf, writeObject } from "../objects.ts";
import { signUpload } from "../signed.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `POST /object/upload/sign/:bucket/:name`: an address to upload to, when the caller might upload. */
export const signUploadObject: Endpoint = async ({ kernel }, c) => {
  const caller = await callerOf(kernel, c.req.raw);
  const bucket = pathPart(c, "bucket");
  const name = checkObjectName(pathPart(c, "name"));
  const upsert = c.req.header("x-upsert") === "true";
  const owner = ownerOf(caller);
  await bucketRules(kernel, bucket);
  await rehearse(kernel, caller, (tx) =>
    writeObject(tx, upsert ? "upsert" : "insert", {
      id: randomUUID(),
      bucket,
      name,
      version: randomUUID(),
      owner,
      facts: {},
      userMetadata: null,
    }),
  );
  const { url, token } = await signUpload(kernel, { bucket, name, owner, upsert });
  return c.json({ url, token });
};
