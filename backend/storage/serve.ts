import { PlainResponse } from "#backend/core/http/plain-response.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import type { ByteRange } from "./files/driver.ts";
import { isOneType, mediaTypeEssence } from "./intake/sniff.ts";
import type { Found } from "./objects.ts";

/** Types that run or link when opened as a page of this origin. */
const PAGES = new Set([
  "text/html",
  "application/xhtml+xml",
  "application/javascript",
  "text/javascript",
  "application/x-httpd-php",
]);
const DRAWN = new Set(["image/svg+xml", "application/xml", "text/xml"]);

const CAGE =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'";

/** The type in which a file is served, and whether it is safe to show in place. */
const presentation = (declared: string, allowed: readonly string[] | null) => {
  const plain = mediaTypeEssence(declared);
  const type = isOneType(declared) ? declared : plain;
  const isAllowed = allowed?.some((entry) => mediaTypeEssence(entry) === plain) ?? false;
  if (isAllowed) return { type, attached: false };
  if (PAGES.has(plain)) return { type: "text/plain; charset=utf-8", attached: false };
  return { type, attached: DRAWN.has(plain) };
};

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** RFC 6266, with the name in UTF-8 (RFC 8187) beside a plain one, in quotes if needed. */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/gu, "_");
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${TOKEN.test(plain) ? plain : `"${plain}"`}; filename*=UTF-8''${extended}`;
};

/**
 * How long a reader may cache a file: as its upload said, but with a signed address only until that ends, and
 * never unasked what others may not see later.
 */
const cacheHeaders = (cacheControl: string, { until, revocable }: Found): Record<string, string> =>
  revocable
    ? { "cache-control": "private, no-cache" }
    : until === undefined
      ? { "cache-control": cacheControl }
      : {
          expires: new Date(until * 1000).toUTCString(),
          ...(/\bno-transform\b/i.test(cacheControl) && { "cache-control": "no-transform" }),
        };

/**
 * The headers of every served file: never sniffed, and never a page that can run scripts or connect
 * elsewhere. A PDF has no sandbox, because browsers' viewers refuse to run inside one.
 */
export const fileHeaders = (
  found: Found,
  request: Request,
  type = found.object.facts.mimetype ?? "application/octet-stream",
): Headers => {
  const { object, allowed } = found;
  const shown = presentation(type, allowed);
  const headers = new Headers({
    "content-type": shown.type,
    ...cacheHeaders(object.facts.cacheControl ?? "no-cache", found),
    "last-modified": new Date(object.facts.lastModified ?? object.updated_at).toUTCString(),
    "x-content-type-options": "nosniff",
    "content-security-policy":
      mediaTypeEssence(type) === "application/pdf" ? CAGE : `${CAGE}; sandbox`,
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": object.facts.xRobotsTag ?? "none",
  });
  const download = new URL(request.url).searchParams.get("download");
  const ownName = object.name.slice(object.name.lastIndexOf("/") + 1);
  if (download) headers.set("content-disposition", disposition(download));
  // If no name is requested, the name is the last part of the address.
  else if (download === "") headers.set("content-disposition", "attachment;");
  else if (shown.attached) headers.set("content-disposition", disposition(ownName));
  return headers;
};

const tagsMatch = (header: string, etag: string) =>
  header === "*" ||
  header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));

/** Whether the reader's copy is still current (RFC 9110 section 13.2.2). */
export const isUnchanged = (request: Request, etag: string, lastModified: string): boolean => {
  const tags = request.headers.get("if-none-match");
  if (tags !== null) return tagsMatch(tags, etag);
  const since = Date.parse(request.headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && Date.parse(lastModified) <= since;
};

/**
 * The single requested range; null for the whole (also for several ranges, which a server may ignore).
 * Throws `invalidRange` (416) for one outside the file.
 */
const rangeOf = (request: Request, size: number, etag: string): ByteRange | null => {
  const header = request.headers.get("range");
  const condition = request.headers.get("if-range");
  if (!header || (condition !== null && condition !== etag)) return null;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || start >= size)
    throw refuse("invalidRange", { headers: { "content-range": `bytes */${size}` } });
  return { start, end };
};

/** Serves a file: whole, in part, or only its headers. Null if its bytes are gone. */
export const serveFile = async (
  { files }: StorageContext,
  request: Request,
  found: Found,
): Promise<Response | null> => {
  const { object } = found;
  const { facts, bucket, name, version } = object;
  const size = facts.size ?? 0;
  const etag = facts.eTag ?? `"${version}"`;
  const headers = fileHeaders(found, request);
  headers.set("etag", etag);
  headers.set("accept-ranges", "bytes");
  if (isUnchanged(request, etag, headers.get("last-modified") ?? "")) {
    return new Response(null, { status: 304, headers });
  }
  const range = rangeOf(request, size, etag);
  headers.set("content-length", String(range ? range.end - range.start + 1 : size));
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const body = await files.get({ bucket, name, version }, range ?? undefined);
  return body && new PlainResponse(body, { status, headers: Object.fromEntries(headers) });
};
