import { bucketRules } from "../buckets.ts";
import type { StorageContext } from "../context.ts";
import { refuse } from "../errors.ts";
import { type ImageOptions, optionsKey } from "../images/options.ts";
import type { StoredObject } from "../objects.ts";
import { fileHeaders, isUnchanged, serveFile } from "../serve.ts";

const ATTEMPTS = 3;

/**
 * Serves what `find` finds. Between finding the row and opening its bytes an upload may have put
 * others in their place; then the row is found again.
 */
export const serveFound = async (
  context: StorageContext,
  request: Request,
  bucket: string,
  find: () => Promise<StoredObject>,
): Promise<Response> => {
  const { allowed_mime_types } = await bucketRules(context.kernel, bucket);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const response = await serveFile(context, request, await find(), allowed_mime_types);
    if (response) return response;
  }
  context.kernel.log.error("storage.bytes_missing", { bucket });
  throw refuse("noSuchKey");
};

/** Serves a picture made from what `find` finds. */
export const serveImage = async (
  { kernel, images }: StorageContext,
  request: Request,
  bucket: string,
  options: ImageOptions,
  find: () => Promise<StoredObject>,
): Promise<Response> => {
  const { allowed_mime_types } = await bucketRules(kernel, bucket);
  const accept = request.headers.get("accept") ?? "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const object = await find();
    const { name, version, facts } = object;
    const made = await images.make(
      { bucket, name, version },
      facts.mimetype ?? "",
      options,
      accept,
    );
    if (!made) continue;
    const etag = `"${version}-${optionsKey(options)}-${made.type.slice(6)}"`;
    const headers = fileHeaders(object, request, allowed_mime_types, made.type);
    headers.set("etag", etag);
    headers.set("vary", "accept");
    if (isUnchanged(request, etag, headers.get("last-modified") ?? ""))
      return new Response(null, { status: 304, headers });
    headers.set("content-length", String(made.bytes.byteLength));
    return new Response(request.method === "HEAD" ? null : made.bytes, { headers });
  }
  kernel.log.error("storage.bytes_missing", { bucket });
  throw refuse("noSuchKey");
};
