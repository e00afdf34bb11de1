import { hash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
  zstdCompressSync,
  zstdDecompress,
} from "node:zlib";
import { createLruCache, createSharedWork, PlainResponse } from "supabase-compatible-backend/core";
import type { Packed, Page, Reader } from "./page.ts";

const unpackers = { zstd: promisify(zstdDecompress), br: promisify(brotliDecompress) };

const unpack = ({ body, coding }: Packed): Promise<Buffer> => unpackers[coding](body);

/** Brotli's quality, and the logarithm of its window: a small one is allocated twice as fast. */
const BROTLI = { quick: [2, 16], well: [6, 18], best: [10, 18] } as const;

const brotliOptions = (page: Uint8Array, how: keyof typeof BROTLI) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI[how][0],
    [constants.BROTLI_PARAM_LGWIN]: BROTLI[how][1],
    [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
  },
});

const quickly = {
  // With the size known, it allocates no more than that needs. The lowest level takes a fifth less time for 4 % more bytes.
  zstd: (page: Uint8Array) =>
    zstdCompressSync(page, {
      pledgedSrcSize: page.length,
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    }),
  br: (page: Uint8Array) => brotliCompressSync(page, brotliOptions(page, "quick")),
};

const accepts = (coding: string) => {
  // Named, and not with a weight of zero.
  const named = new RegExp(
    `(?:^|,)\\s*${coding}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))|,|$)`,
    "i",
  );
  return ({ headers }: Reader) => named.test(headers.get("accept-encoding") ?? "");
};
const accepted = { zstd: accepts("zstd"), br: accepts("br"), gzip: accepts("gzip") };

/**
 * Compresses a page that may have one reader only, in a coding of theirs: by zstd for a tenth of a millisecond, for which
 * brotli, as small, takes a third of one. Handing it to another thread would cost as much again.
 */
export const pack = (page: Uint8Array, reader: Reader): Packed => {
  const coding = accepted.zstd(reader) ? "zstd" : "br";
  return { body: new Uint8Array(page.length > 0 ? quickly[coding](page) : page), coding };
};

const compress = promisify(brotliCompress);

/** Compresses a cached page once more, while its next readers still get the form that it has. */
const repack = async (page: Page, how: "well" | "best"): Promise<void> => {
  const plain = await unpack(page);
  const body = new Uint8Array(await compress(plain, brotliOptions(plain, how)));
  if (body.length < page.body.length) Object.assign(page, { body, coding: "br" } satisfies Packed);
};

/**
 * The read from the cache at which a page is compressed again: by a tenth at once, and by another twelfth for 30
 * milliseconds of another thread where many read it. A list then travels in the first packets of a new connection.
 */
const REPACK_AT = { well: 1, best: 3 } as const;

/** How often a page was sent from the cache. */
const reads = new WeakMap<Page, number>();

/** One page at a time is compressed again; others are at a later read. */
let isPackingBest = false;

const countRead = (page: Page): void => {
  const read = (reads.get(page) ?? 0) + 1;
  if (read > REPACK_AT.best || (read === REPACK_AT.best && isPackingBest)) return;
  reads.set(page, read);
  // If it fails, the page keeps its larger form.
  if (read === REPACK_AT.well) repack(page, "well").catch(() => {});
  if (read < REPACK_AT.best) return;
  isPackingBest = true;
  repack(page, "best")
    .catch(() => {})
    .finally(() => {
      isPackingBest = false;
    });
};

/** Identifies the content of a page, whatever the coding in which it is sent: so it is weak. */
export const tagOf = (page: Uint8Array): string =>
  `W/"${hash("sha256", page, "base64url").slice(0, 22)}"`;

/** Pages in other codings than their own, for the fewer readers who do not accept that. */
const converted = createLruCache<Uint8Array<ArrayBuffer>>({ bytes: 4 * 1024 ** 2, entries: 1000 });

const zip = promisify(gzip);

type Coding = "br" | "gzip" | "identity";

const make = async (page: Page, coding: Coding): Promise<Uint8Array<ArrayBuffer>> => {
  const plain = await unpack(page);
  if (coding === "identity") return new Uint8Array(plain);
  return new Uint8Array(coding === "br" ? quickly.br(plain) : await zip(plain, { level: 4 }));
};

const share = createSharedWork<Uint8Array<ArrayBuffer>>();

/** A page in another coding, made once for all who ask for it meanwhile. */
const convert = async (page: Page, coding: Coding): Promise<Uint8Array<ArrayBuffer>> => {
  const { etag } = page.headers;
  if (!etag) return make(page, coding);
  const key = `${coding} ${etag}`;
  const known = converted.peek(key);
  if (known) {
    converted.touch(key);
    return known;
  }
  return share(key, async () => {
    const bytes = await make(page, coding);
    converted.set(key, bytes, bytes.length);
    return bytes;
  });
};

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
  if (age !== null && page.body.length > 0) countRead(page);
  const respond = (status: number, body: Uint8Array<ArrayBuffer> | null) => {
    const response = new PlainResponse(body, { status, headers: page.headers });
    if (age !== null) response.set("age", String(age));
    return response;
  };
  const tag = page.headers.etag;
  if (tag && status === 200 && matches(request.headers.get("if-none-match"), tag))
    return respond(304, null);
  if (page.body.length === 0) return respond(status, null);
  const coding = ([page.coding, "br", "gzip"] as const).find((each) => accepted[each](request));
  const body =
    coding === page.coding
      ? page.body
      : await convert(page, coding && coding !== "zstd" ? coding : "identity");
  const response = respond(status, request.method === "HEAD" ? null : body);
  response.set("content-length", String(body.length));
  if (coding) response.set("content-encoding", coding);
  return response;
};
