import { bodyOf, type Pieces } from "#backend/core/http/body.ts";
import { parseJson } from "#backend/core/http/parse.ts";
import { refuse } from "../errors.ts";
import { boundaryOf, type Part, readMultipart } from "./multipart.ts";
import { receiveText } from "./receive.ts";
import { robotsTagOf } from "./robots.ts";

/** An upload's own description. */
export interface UploadFacts {
  contentType: string | null;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  xRobotsTag?: string;
}

/** An upload whose bytes are not read yet. */
interface Incoming extends UploadFacts {
  content: Pieces;
  /** Leaves the bytes to the code that responds. */
  leave?(): Promise<unknown>;
}

/** The most bytes of a multipart body besides its file. */
const AROUND_THE_FILE = 1_048_576;
const LONGEST_FIELD = 65_536;

/**
 * The `Cache-Control` to store: seconds become `max-age`, a valid header value is unchanged (RFC 9111
 * section 5.2), and anything else tells caches to check every time.
 */
const cacheControlOf = (value: string | null | undefined): string => {
  if (!value) return "no-cache";
  if (/^\d{1,10}$/.test(value)) return `max-age=${value}`;
  return /^[a-z][\w-]*(?:="?[\w-]*"?)?(?:\s*,\s*[a-z][\w-]*(?:="?[\w-]*"?)?)*$/i.test(value) &&
    value.length <= 200
    ? value
    : "no-cache";
};

/** Custom metadata as JSON text; throws `invalidRequest` for anything but an object. */
const parseMetadata = (text: string | null | undefined): Record<string, unknown> | null => {
  if (!text) return null;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    value = null;
  }
  if (
    typeof value !== "object" ||
    value === null ||
    Array.isArray(value) ||
    text.includes("\\u0000")
  )
    throw refuse("invalidRequest", { message: "The metadata is not a JSON object" });
  return value as Record<string, unknown>;
};

/** Reads the parts up to the first file, which is returned; every field before it goes into `fields`. */
const fileAmong = async (
  parts: AsyncGenerator<Part>,
  fields: Map<string, string>,
): Promise<Part | null> => {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.filename !== null || part.name === "") return part;
    fields.set(part.name, await receiveText(part.content, LONGEST_FIELD));
  }
  return null;
};

/** A file's bytes, and then the rest of its body, so that the connection can be reused. */
async function* toTheEnd(
  content: Pieces,
  parts: AsyncGenerator<Part>,
  fields: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
    await fileAmong(parts, fields);
  } finally {
    await parts.return(undefined);
  }
}

/** The fields of a multipart body at the time of the call: some may follow the file. */
const openMultipart = async (body: Pieces, contentType: string): Promise<Incoming> => {
  const fields = new Map<string, string>();
  const parts = readMultipart(body, boundaryOf(contentType));
  const file = await fileAmong(parts, fields);
  if (!file) throw refuse("invalidRequest", { message: "No content provided" });
  return {
    get contentType() {
      return fields.get("contentType") || file.contentType;
    },
    get cacheControl() {
      return cacheControlOf(fields.get("cacheControl"));
    },
    get userMetadata() {
      return parseMetadata(fields.get("metadata") ?? fields.get("userMetadata"));
    },
    content: Object.assign(toTheEnd(file.content, parts, fields), {
      recycle: file.content.recycle,
    }),
    leave: () => parts.return(undefined),
  };
};

/** The client's own metadata of a file, if they are in a header. */
export const metadataHeader = (headers: Headers) => {
  const encoded = headers.get("x-metadata");
  return parseMetadata(encoded && Buffer.from(encoded, "base64").toString("utf8"));
};

/**
 * Reads an upload's description from its headers, or from the fields beside the file in a multipart body. A
 * body announced as larger than `limit` bytes is refused before it is read.
 */
export const openUpload = async (request: Request, limit: number): Promise<Incoming> => {
  const { headers } = request;
  const contentType = headers.get("content-type");
  const announced = Number(headers.get("content-length") ?? 0);
  const multipart = /^multipart\/form-data/i.test(contentType ?? "");
  const xRobotsTag = robotsTagOf(headers);
  if (announced > limit + (multipart ? AROUND_THE_FILE : 0)) throw refuse("tooLarge");
  if (multipart && contentType) {
    const body = bodyOf(request);
    if (!body) throw refuse("invalidRequest", { message: "No content provided" });
    return Object.assign(await openMultipart(body, contentType), { xRobotsTag });
  }
  return {
    contentType,
    cacheControl: cacheControlOf(headers.get("cache-control")),
    userMetadata: metadataHeader(headers),
    xRobotsTag,
    content: bodyOf(request) ?? new ReadableStream({ start: (controller) => controller.close() }),
  };
};
