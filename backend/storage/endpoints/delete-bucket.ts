import { asCaller, callerOf } from "../access.ts";
import { refuse } from "../errors.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `DELETE /bucket/:bucket`: deletes an empty bucket. */
export const deleteBucket: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const [row] = await asCaller(core, caller, (tx) =>
    tx.query("delete from storage.buckets where id = $1 returning id", [pathPart(c, "bucket")]),
  );
  if (!row) throw refuse("noSuchBucket");
  return c.json({ message: "Successfully deleted" });
};
