import type { Core } from "#backend/core/core.ts";
import { type BucketRules, sizeLimit } from "./buckets.ts";
import { refuse } from "./errors.ts";
import { isAllowed, mediaTypeEssence } from "./intake/sniff.ts";
import type { FileFacts } from "./objects.ts";

/** Throws what an upload of the same bytes into the bucket would throw: copying avoids no rule. */
export const checkFits = (
  core: Core,
  bucket: BucketRules,
  { size = 0, mimetype = "" }: Partial<FileFacts>,
): void => {
  if (size > sizeLimit(core, bucket)) throw refuse("tooLarge");
  if (!isAllowed(mediaTypeEssence(mimetype), bucket.allowed_mime_types))
    throw refuse("invalidMimeType", { message: `mime type ${mimetype} is not supported` });
};
