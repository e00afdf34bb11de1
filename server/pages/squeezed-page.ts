import { brotliDecompressSync, constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Page, Reader } from "./page.ts";
import { markExpanded, pack } from "./send-page.ts";

/** A page in a fifth of the memory, which has to be expanded before it can be sent. */
export interface SqueezedPage extends Omit<Page, "coding"> {
  sample: Uint8Array;
}

/** Bytes of the largest page that is squeezed. Larger ones are lists: they expire sooner, and squeezing takes a quarter of their rendering time. */
const LARGEST = 14_000;

/** The most routes whose pages are squeezed; the site has fewer. */
const MOST_SAMPLES = 32;

/** A whole page of each route, which the others have in common but for their own texts. */
const samples = new Map<string, Uint8Array>();

/** All pages of a route have the same scripts, and so the same policy. */
const routeOf = ({ headers }: Page): string => headers["content-security-policy"] ?? "";

const sampleFor = (page: Page, plain: Uint8Array): Uint8Array | null => {
  const route = routeOf(page);
  const known = samples.get(route);
  if (known || samples.size >= MOST_SAMPLES) return known ?? null;
  samples.set(route, plain);
  return plain;
};

const unpack = ({ body, coding }: Page): Uint8Array | null => {
  try {
    return coding === "br" ? brotliDecompressSync(body) : zstdDecompressSync(body);
  } catch {
    return null;
  }
};

/** Pages squeezed in one turn of the event loop: a large response that displaces many pages then delays nobody. */
const MOST_IN_A_TURN = 8;
let inThisTurn = 0;

const mayTakeTime = (): boolean => {
  if (inThisTurn === 0)
    setImmediate(() => {
      inThisTurn = 0;
    });
  inThisTurn += 1;
  return inThisTurn <= MOST_IN_A_TURN;
};

/** Compresses a page that nobody has read for a while, with its route's sample as the dictionary; null if that is not worth it. */
export const squeeze = (page: Page): SqueezedPage | null => {
  const plain = page.body.length <= LARGEST && mayTakeTime() ? unpack(page) : null;
  const sample = plain && sampleFor(page, plain);
  if (!sample) return null;
  const squeezed = zstdCompressSync(plain, {
    pledgedSrcSize: plain.length,
    dictionary: sample,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
  if (squeezed.length >= page.body.length / 2) return null;
  const { coding: _, ...rest } = page;
  return { ...rest, body: new Uint8Array(squeezed), sample };
};

/** The page as it was, in a coding of this reader. */
export const expand = ({ sample, ...page }: SqueezedPage, reader: Reader): Page =>
  markExpanded({ ...page, ...pack(zstdDecompressSync(page.body, { dictionary: sample }), reader) });
