import { callerOf, readAs } from "../access.ts";
import { refuse } from "../errors.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { BUCKET_JSON } from "./list-buckets.ts";

/** `GET /bucket/:bucket`: one bucket, if the caller's policies show it. */
export const getBucket: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const [row] = await readAs(core, caller, {
    text: `select ${BUCKET_JSON}::text as bucket from storage.buckets b where b.id = $1`,
    values: [pathPart(c, "bucket")],
  });
  if (!row?.bucket) throw refuse("noSuchBucket");
  return c.body(row.bucket, 200, { "content-type": "application/json" });
};
