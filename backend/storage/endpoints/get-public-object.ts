import { findPublic } from "../objects.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { serveFound } from "./read.ts";

/** `GET|HEAD /object/public/:bucket/:name`: a file of a public bucket, for anybody, without a key. */
export const getPublicObject: Endpoint = async (context, c) => {
  const bucket = pathPart(c, "bucket");
  const name = pathPart(c, "name");
  return serveFound(context, c.req.raw, () => findPublic(context.core, bucket, name));
};
