import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from "node:zlib";
import { PlainResponse } from "#backend/core/http/plain-response.ts";
import { createLruCache } from "#backend/core/lru-cache.ts";
import type { Page } from "./page-cache.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const zip = promisify(gzip);

/**
 * A page with one reader is compressed quickly, for a tenth of a millisecond; one that is read again is
 * compressed once more and better, a tenth smaller.
 */
const QUALITY = { quick: 2, well: 6 };

/**
 * The logarithm of the window. A small one that holds most pages is allocated twice as fast as one that holds all,
 * and makes the largest a fiftieth larger.
 */
const WINDOW = { quick: 16, well: 18 };

/** Bytes of a page that is compressed at once: handing it to another thread costs twice as much as doing it. */
const AT_ONCE = 150_000;

const optionsFor = (page: Uint8Array, how: keyof typeof QUALITY) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[how],
    [constants.BROTLI_PARAM_LGWIN]: WINDOW[how],
    [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
  },
});

export const pack = async (page: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const options = optionsFor(page, "quick");
  const packed =
    page.length > AT_ONCE ? await compress(page, options) : brotliCompressSync(page, options);
  return new Uint8Array(packed);
};

/** Compresses a cached page well, while its next readers still get the quick form. */
const packWell = async (page: Page): Promise<void> => {
  const plain = await decompress(page.body);
  const body = new Uint8Array(await compress(plain, optionsFor(plain, "well")));
  if (body.length < page.body.length) page.body = body;
};

const packedWell = new WeakSet<Page>();

/** Identifies the content of a page, from its quick form, whatever the coding in which it is sent: so it is weak. */
export const tagOf = (packed: Uint8Array): string =>
  `W/"${hash("sha256", packed, "base64url").slice(0, 22)}"`;

/** Pages by their tags, for the few readers who accept no brotli. */
const zipped = createLruCache<Uint8Array<ArrayBuffer>>({ bytes: 4 * 1024 ** 2, entries: 1000 });

const gzipOf = async ({ body, headers: { etag = "" } }: Page): Promise<Uint8Array<ArrayBuffer>> => {
  const known = zipped.peek(etag);
  if (known) {
    zipped.touch(etag);
    return known;
  }
  const bytes = new Uint8Array(await zip(await decompress(body), { level: 4 }));
  if (etag) zipped.set(etag, bytes, bytes.length);
  return bytes;
};

/** A coding that is accepted: named, and not with a weight of zero. */
const acceptedAs = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))|,|$)`, "i");
const BROTLI = acceptedAs("br");
const GZIP = acceptedAs("gzip");

const matches = (ifNoneMatch: string | null, tag: string): boolean =>
  ifNoneMatch
    ?.split(",")
    .some((one) => one.trim().replace(/^W\//, "") === tag.replace(/^W\//, "")) ?? false;

/**
 * Sends a page in a form that this caller accepts, or 304 if they have it already. `age`, in seconds, marks
 * one from the cache.
 */
export const sendPage = async (
  page: Page,
  request: Request,
  age: number | null = null,
): Promise<Response> => {
  const { status } = page;
  if (age !== null && page.body.length > 0 && !packedWell.has(page)) {
    packedWell.add(page);
    // The quick form is as good, only larger.
    packWell(page).catch(() => {});
  }
  const respond = (status: number, body: Uint8Array<ArrayBuffer> | null) => {
    const response = new PlainResponse(body, { status, headers: page.headers });
    if (age !== null) response.set("age", String(age));
    return response;
  };
  const tag = page.headers.etag;
  if (tag && status === 200 && matches(request.headers.get("if-none-match"), tag))
    return respond(304, null);
  if (page.body.length === 0) return respond(status, null);
  const accepted = request.headers.get("accept-encoding") ?? "";
  const coding = BROTLI.test(accepted) ? "br" : GZIP.test(accepted) ? "gzip" : null;
  const body =
    coding === "br"
      ? page.body
      : coding === "gzip"
        ? await gzipOf(page)
        : new Uint8Array(await decompress(page.body));
  const response = respond(status, request.method === "HEAD" ? null : body);
  response.set("content-length", String(body.length));
  if (coding) response.set("content-encoding", coding);
  return response;
};
