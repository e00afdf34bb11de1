import { callerOf } from "../access.ts";
import { refuse } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `GET|PUT|DELETE /bucket/:bucket/lifecycle`: rules for old versions of files, which buckets here do not
 * store.
 */
export const bucketLifecycle: Endpoint = async ({ core }, c) => {
  await callerOf(core, c.req.raw);
  throw refuse("featureNotEnabled");
};
