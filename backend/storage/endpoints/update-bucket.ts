import { z } from "zod";
import { asCaller, callerOf } from "../access.ts";
import { parseSize } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { jsonBody } from "../request.ts";
import { bucketShape, refuseUnsupported } from "./create-bucket.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

const body = z
  .object(bucketShape)
  .refine((rules) => Object.keys(rules).length > 0, "must NOT have fewer than 1 properties");

/** `PUT /bucket/:bucket`: changes the given rules and leaves the others. */
export const updateBucket: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const rules = await jsonBody(c.req.raw, caller, body);
  refuseUnsupported(rules);
  const [row] = await asCaller(core, caller, (tx) =>
    tx.query(
      `update storage.buckets set public = coalesce($2, public),
         file_size_limit = case when $3 then $4::bigint else file_size_limit end,
         allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
       where id = $1 returning id`,
      [
        pathPart(c, "bucket"),
        rules.public ?? null,
        rules.file_size_limit !== undefined,
        parseSize(rules.file_size_limit),
        rules.allowed_mime_types !== undefined,
        rules.allowed_mime_types ?? null,
      ],
    ),
  );
  if (!row) throw refuse("noSuchBucket");
  return c.json({ message: "Successfully updated" });
};
