import { callerOf } from "../access.ts";
import { upload } from "../upload.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `POST /object/:bucket/:name`: a new file; `x-upsert: true` also replaces an old one. */
export const uploadObject: Endpoint = async (context, c) => {
  const caller = await callerOf(context.core, c.req.raw);
  const { id, key } = await upload(context, c.req.raw, {
    bucket: pathPart(c, "bucket"),
    name: pathPart(c, "name"),
    mode: c.req.header("x-upsert") === "true" ? "upsert" : "insert",
    authority: { kind: "caller", caller },
  });
  return c.json({ Id: id, Key: key });
};
