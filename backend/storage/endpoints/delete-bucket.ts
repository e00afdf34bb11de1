import { asCaller, callerOf } from "../access.ts";
import { refusalName, refuse } from "../errors.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `DELETE /bucket/:bucket`: removes a bucket that holds nothing any more. */
export const deleteBucket: Endpoint = async ({ kernel }, c) => {
  const caller = await callerOf(kernel, c.req.raw);
  try {
    const [row] = await asCaller(kernel, caller, (tx) =>
      tx.query("delete from storage.buckets where id = $1 returning id", [pathPart(c, "bucket")]),
    );
    if (!row) throw refuse("noSuchBucket");
  } catch (error) {
    // The foreign key of storage.objects is what knows that a bucket is not empty.
    const { code } = ((error instanceof Error ? error.cause : null) as { code?: string }) ?? {};
    throw refusalName(error) === "noSuchBucket" && (code === "23503" || code === "23001")
      ? refuse("bucketNotEmpty", { cause: error })
      : error;
  }
  return c.json({ message: "Successfully deleted" });
};
