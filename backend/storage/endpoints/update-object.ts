import { callerOf } from "../access.ts";
import { upload } from "../upload.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/**
 * `PUT /object/:bucket/:name`: new bytes for a file. As on the platform a missing file is created, so
 * policies must allow the insert too.
 */
export const updateObject: Endpoint = async (context, c) => {
  const caller = await callerOf(context.core, c.req.raw);
  const { id, key } = await upload(context, c.req.raw, {
    bucket: pathPart(c, "bucket"),
    name: pathPart(c, "name"),
    mode: "upsert",
    authority: { kind: "caller", caller },
  });
  return c.json({ Id: id, Key: key });
};
