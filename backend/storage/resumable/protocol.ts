import type { Context } from "hono";
import { HttpError } from "#backend/core/errors.ts";
import type { StorageContext } from "../context.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { refusalName, refuse } from "../errors.ts";
import type { ResumableUpload } from "./uploads.ts";

/** The only supported version of the protocol (https://tus.io/protocols/resumable-upload). */
const VERSION = "1.0.0";

export const PIECE = "application/offset+octet-stream";

const EXTENSIONS = "creation,creation-with-upload,creation-defer-length,termination,expiration";

const respond = (status: number, headers: Record<string, string>, body: string | null = null) =>
  new Response(body, {
    status,
    headers: { "tus-resumable": VERSION, "cache-control": "no-store", ...headers },
  });

/** A response without a body, with the upload's progress. */
export const uploadState = (
  status: number,
  { received, completed, expiresAt }: ResumableUpload,
  headers: Record<string, string> = {},
): Response =>
  respond(status, {
    "upload-offset": String(received),
    ...(completed
      ? { "tus-complete": "1" }
      : { "upload-expires": new Date(expiresAt).toUTCString() }),
    ...headers,
  });

export const ended = (): Response => respond(204, {});

/** `OPTIONS`: the supported version and extensions. */
export const describeResumable: Endpoint = async ({ core }) =>
  respond(204, {
    "tus-version": VERSION,
    "tus-extension": EXTENSIONS,
    "tus-max-size": String(core.project.config.storage.fileSizeLimit),
  });

/** In the words of the protocol's own server, including the line break. */
const TOO_LARGE = "Maximum size exceeded\n";

/**
 * An endpoint of the protocol: requires its version, and reports refusals by status and a line of text, as
 * clients of the protocol expect.
 */
export const withTusProtocol =
  (endpoint: Endpoint): Endpoint =>
  async (context: StorageContext, c: Context) => {
    try {
      if (c.req.header("tus-resumable") !== VERSION) throw refuse("tusVersion");
      return await endpoint(context, c);
    } catch (error) {
      const name = refusalName(error);
      if (!name || !(error instanceof HttpError)) throw error;
      // Plain HTTP has no header for this; the protocol's clients check for it when they are refused.
      const status = name === "noApiKey" ? 401 : error.status;
      const version: Record<string, string> = status === 412 ? { "tus-version": VERSION } : {};
      return respond(
        status,
        { "content-type": "text/plain; charset=utf-8", ...version },
        name === "tooLarge" ? TOO_LARGE : error.message,
      );
    }
  };

/** A whole number of bytes in a header; null if absent. */
export const byteHeader = (c: Context, name: string): number | null => {
  const value = c.req.header(name);
  if (value === undefined) return null;
  if (!/^\d{1,15}$/.test(value)) {
    throw refuse("invalidRequest", { message: `${name} must be a whole number` });
  }
  return Number(value);
};

const MAX_METADATA = 16_384;

/** `bucketName dGVzdA==,objectName ...` as texts by name. */
export const parseUploadMetadata = (header: string): Map<string, string> => {
  const wrong = (): HttpError =>
    refuse("invalidRequest", { message: "Upload-Metadata is not valid" });
  if (header.length > MAX_METADATA) throw wrong();
  const found = new Map<string, string>();
  for (const pair of header.split(",")) {
    const [key = "", value = "", ...more] = pair.trim().split(" ");
    const canonical = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
    if (key === "" || more.length > 0 || found.has(key) || !canonical.test(value)) throw wrong();
    found.set(key, Buffer.from(value, "base64").toString("utf8"));
  }
  return found;
};
