import { callerOf } from "../access.ts";
import { findOwn } from "../objects.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { serveFound } from "./read.ts";

/** `GET|HEAD /object[/authenticated]/:bucket/:name`: a file that the caller's policies show. */
export const getObject: Endpoint = async (context, c) => {
  const caller = await callerOf(context.kernel, c.req.raw);
  const bucket = pathPart(c, "bucket");
  const name = pathPart(c, "name");
  return serveFound(context, c.req.raw, () => findOwn(context.kernel, caller, bucket, name));
};
