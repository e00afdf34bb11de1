import type { StorageContext } from "../context.ts";
import { refuse } from "../errors.ts";
import { describeOptions, type ImageOptions, optionsKey } from "../images/options.ts";
import { mediaTypeEssence } from "../intake/sniff.ts";
import { checkVersion, type Found } from "../objects.ts";
import { fileHeaders, isUnchanged, serveFile } from "../serve.ts";

const ATTEMPTS = 3;

/** The found file, in the version that the address names. */
const conditional = async (request: Request, find: () => Promise<Found>): Promise<Found> => {
  const found = await find();
  checkVersion(found.object, new URL(request.url).searchParams.get("versionId"));
  return found;
};

/**
 * Serves what `find` finds. Between finding the row and opening its bytes an upload may have replaced them;
 * then the row is found again.
 */
export const serveFound = async (
  context: StorageContext,
  request: Request,
  find: () => Promise<Found>,
): Promise<Response> => {
  let missing = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await conditional(request, find);
    const response = await serveFile(context, request, found);
    if (response) return response;
    missing = found.object.id;
  }
  context.core.log.error("storage.bytes_missing", { object: missing });
  throw refuse("noSuchKey");
};

/** A drawing without a requested format fits any size, so it is sent unchanged. */
const isServedAsVector = (mimetype: string, { format = "origin" }: ImageOptions): boolean =>
  mediaTypeEssence(mimetype) === "image/svg+xml" && format === "origin";

/** Serves a picture made from what `find` finds. */
export const serveImage = async (
  context: StorageContext,
  request: Request,
  options: ImageOptions,
  find: () => Promise<Found>,
): Promise<Response> => {
  const { core, images, network } = context;
  const accept = request.headers.get("accept") ?? "";
  const caller = { network, accept, signal: request.signal };
  let missing = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await conditional(request, find);
    const { id, bucket, name, version, facts } = found.object;
    missing = id;
    if (isServedAsVector(facts.mimetype ?? "", options)) {
      const drawing = await serveFile(context, request, found);
      if (drawing) return drawing;
      continue;
    }
    const made = await images.make(
      { bucket, name, version },
      facts.mimetype ?? "",
      options,
      caller,
    );
    if (!made) continue;
    const etag = `"${version}-${optionsKey(options)}-${made.type.slice(6)}"`;
    const headers = fileHeaders(found, request, made.type);
    headers.set("etag", etag);
    headers.set("vary", "accept");
    headers.set("x-transformations", describeOptions(options));
    if (isUnchanged(request, etag, headers.get("last-modified") ?? ""))
      return new Response(null, { status: 304, headers });
    headers.set("content-length", String(made.bytes.byteLength));
    return new Response(request.method === "HEAD" ? null : made.bytes, { headers });
  }
  core.log.error("storage.bytes_missing", { object: missing });
  throw refuse("noSuchKey");
};
