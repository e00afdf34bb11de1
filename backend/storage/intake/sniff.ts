import { open } from "node:fs/promises";
import { fileTypeFromBuffer, supportedMimeTypes } from "file-type";

/** Bytes examined. Zip-based documents name their kind within the first entries. */
export const LOOKED_AT = 65_536;

/** Container types: the declared type may be more precise. */
const CONTAINERS: Record<string, RegExp> = {
  "application/zip": /^application\/(?:[\w.+-]+\+zip|x-zip-compressed|vnd\.[\w.+-]+|java-archive)$/,
  "application/x-cfb": /^application\/(?:msword|vnd\.ms-[\w.+-]+)$/,
  "application/gzip": /^application\/(?:x-gzip|x-tgz|x-tar)$/,
};

/**
 * Beginnings that a browser would treat as an active document (WHATWG MIME Sniffing 7.1). A comment ends at
 * its first `-->` and nowhere later: with two ways to match it, a few hundred bytes of comments would
 * occupy the process for years.
 */
const ACTIVE: [RegExp, string][] = [
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,4096}-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i,
    "image/svg+xml",
  ],
  [/^\s*<\?(?:php[\s(]|=)/i, "application/x-httpd-php"],
  [
    /^\s*(?:<!--(?:(?!-->)[\s\S]){0,4096}-->\s*)*<(?:!doctype html|html|head|body|script|iframe|style|title|table|h1|div|font|img|a|br|b|p|form|link|meta|object|embed)[\s>/]/i,
    "text/html",
  ],
  [
    /^\s*<\?xml[\s\S]*?xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i,
    "application/xhtml+xml",
  ],
  [/^\s*<\?xml/i, "application/xml"],
];

/** Declared types that plain text can really be. */
const TEXTUAL =
  /^(?:text\/[\w.+-]+|application\/(?:json|xml|javascript|x-javascript|ecmascript|x-ndjson|yaml|x-yaml|toml|sql|rtf|csv|octet-stream|[\w.-]+\+(?:json|xml)))$/;

/** Other spellings of one type. */
const ALIASES: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "application/x-zip-compressed": "application/zip",
};

/** `type/subtype` in lower case, without parameters; octet-stream for anything that is not a type. */
export const mediaTypeEssence = (type: string | null): string => {
  const value = (type ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(value)) return "application/octet-stream";
  return ALIASES[value] ?? value;
};

/** Text in UTF-8: no control characters except white space, and no broken sequences. */
const asText = (bytes: Uint8Array, whole: boolean): string | null => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary apart
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
};

const utf16 = (bytes: Uint8Array): string | null => {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return null;
};

/**
 * The type that a file's first bytes show. The uploader's declared type is used only if the bytes cannot
 * contradict it, and never for a type with a signature (an image, for example) that the bytes lack.
 */
export const sniff = async (
  head: Uint8Array,
  declared: string | null,
  whole = true,
): Promise<string> => {
  const claim = mediaTypeEssence(declared);
  const text = asText(head, whole) ?? utf16(head);
  if (text !== null && head.length > 0) {
    const active = ACTIVE.find(([pattern]) => pattern.test(text.replace(/^\ufeff/, "")))?.[1];
    if (active) return active;
  }
  const found = mediaTypeEssence((await fileTypeFromBuffer(head))?.mime ?? null);
  // Sound alone in a WebM, Ogg or MP4 file has the video's signature.
  if (found.startsWith("video/") && claim === found.replace("video/", "audio/")) return claim;
  if (found !== "application/octet-stream") return CONTAINERS[found]?.test(claim) ? claim : found;
  if (text !== null) return TEXTUAL.test(claim) ? claim : "text/plain";
  return supportedMimeTypes.has(claim) ||
    TEXTUAL.test(claim) ||
    /^(?:image|video|audio|font)\//.test(claim)
    ? "application/octet-stream"
    : claim;
};

/**
 * Whether this is one type with plain parameters (RFC 9110 section 8.3.1). A browser reads a header's value
 * as a list and takes its last type, so `image/png;a=b, text/html` is a page to it.
 */
export const isOneType = (declared: string): boolean =>
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w.+-]+|"[\w .+-]*"))*$/.test(declared);

/** `sniff` for a file on disk. */
export const sniffFile = async (path: string, declared: string | null): Promise<string> => {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, LOOKED_AT));
    await file.read(head, 0, head.length, 0);
    return await sniff(head, declared, size <= LOOKED_AT);
  } finally {
    await file.close();
  }
};

/** Whether a bucket's list (`image/png`, `image/*`, `*`) includes the type; null allows everything. */
export const isAllowed = (type: string, allowed: readonly string[] | null): boolean => {
  if (allowed === null || allowed.length === 0) return true;
  const [family] = type.split("/");
  return allowed.some((entry) => {
    const requested = entry.trim().toLowerCase();
    return (
      requested === "*" ||
      requested === "*/*" ||
      requested === `${family}/*` ||
      mediaTypeEssence(requested) === type
    );
  });
};
