import { callerOf } from "../access.ts";
import { findFor } from "../objects.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { serveFound } from "./read.ts";

/**
 * `GET|HEAD /object[/authenticated]/:bucket/:name`: a file of a public bucket, or one that the caller's
 * policies show. A caller with an invalid token is refused as such, unless the bucket is public.
 */
export const getObject: Endpoint = async (context, c) => {
  const { core } = context;
  const bucket = pathPart(c, "bucket");
  const name = pathPart(c, "name");
  let stranger: unknown;
  const caller = await callerOf(core, c.req.raw).catch((refusal: unknown) => {
    stranger = refusal;
    return null;
  });
  return serveFound(context, c.req.raw, () =>
    findFor(core, caller, bucket, name).catch((error: unknown) => {
      throw caller ? error : stranger;
    }),
  );
};
