import { findSigned } from "../objects.ts";
import { openDownload } from "../signed.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { serveFound } from "./read.ts";

/** `GET|HEAD /object/sign/:bucket/:name?token=`: the one file for which the address was signed. */
export const getSignedObject: Endpoint = async (context, c) => {
  const signed = await openDownload(context.core, {
    bucket: pathPart(c, "bucket"),
    name: pathPart(c, "name"),
    token: c.req.query("token"),
  });
  return serveFound(context, c.req.raw, () => findSigned(context.core, signed));
};
