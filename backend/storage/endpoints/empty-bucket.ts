import { asCaller, callerOf, readAs } from "../access.ts";
import { refuse } from "../errors.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** Rows deleted in one transaction, so that a large bucket blocks nobody for long. */
const BATCH = 1000;

/** `POST /bucket/:bucket/empty`: deletes every file in it that the caller may delete. */
export const emptyBucket: Endpoint = async ({ core, tidy }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const bucket = pathPart(c, "bucket");
  const [seen] = await readAs(core, caller, {
    text: "select id from storage.buckets where id = $1",
    values: [bucket],
  });
  if (!seen) throw refuse("noSuchBucket");
  for (;;) {
    const removed = await asCaller(core, caller, (tx) =>
      tx.query(
        `delete from storage.objects where id in (
           select id from storage.objects where bucket_id = $1 limit $2
         ) returning id`,
        [bucket, BATCH],
      ),
    );
    if (removed.length < BATCH) break;
  }
  tidy();
  // The platform's text, which clients compare; here the files have already left every listing.
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
};
