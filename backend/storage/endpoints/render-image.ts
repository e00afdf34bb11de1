import { callerOf } from "../access.ts";
import { parseImageOptions } from "../images/options.ts";
import { findOwn, findPublic, findSigned } from "../objects.ts";
import { openDownload } from "../signed.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";
import { serveImage } from "./read.ts";

/**
 * `GET /render/image/authenticated/:bucket/:name`: a picture that the caller may see, with the requested
 * options.
 */
export const renderImage: Endpoint = async (context, c) => {
  const caller = await callerOf(context.core, c.req.raw);
  const bucket = pathPart(c, "bucket");
  const options = parseImageOptions(c.req.query());
  context.pictureRules.check(options, caller);
  return serveImage(context, c.req.raw, options, () =>
    findOwn(context.core, caller, bucket, pathPart(c, "name")),
  );
};

/** `GET /render/image/public/:bucket/:name`: the same for a public bucket. */
export const renderPublicImage: Endpoint = async (context, c) => {
  const bucket = pathPart(c, "bucket");
  const options = parseImageOptions(c.req.query());
  context.pictureRules.check(options, null);
  return serveImage(context, c.req.raw, options, () =>
    findPublic(context.core, bucket, pathPart(c, "name")),
  );
};

/** `GET /render/image/sign/:bucket/:name?token=`: with the signed options only. */
export const renderSignedImage: Endpoint = async (context, c) => {
  const signed = await openDownload(context.core, {
    bucket: pathPart(c, "bucket"),
    name: pathPart(c, "name"),
    token: c.req.query("token"),
  });
  return serveImage(context, c.req.raw, parseImageOptions(signed.transform ?? {}), () =>
    findSigned(context.core, signed),
  );
};
