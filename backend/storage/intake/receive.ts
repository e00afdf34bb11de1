import { createHash, type Hash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { Pieces } from "#backend/core/http/body.ts";
import { refuse } from "../errors.ts";
import { LOOKED_AT } from "./sniff.ts";

/** Bytes that may wait to be written while more of them arrive. */
const AHEAD = 262_144;

/** A completely received upload, in a file that its holder must place or delete. */
export interface Spooled {
  path: string;
  /** Bytes. */
  size: number;
  /** As many of the first bytes as type detection needs. */
  head: Uint8Array;
  /** Quoted, as in the ETag header. */
  etag: string;
}

const tooLarge = () => refuse("tooLarge");
const etagOf = (hash: Hash): string => `"${hash.digest("hex").slice(0, 32)}"`;

/**
 * Writes the bytes to a new file in `spool` as they arrive. Past `limit` bytes it stops reading, leaves
 * nothing behind and throws `tooLarge`. It does the same for a body that breaks off.
 */
export const receive = async (source: Pieces, spool: string, limit: number): Promise<Spooled> => {
  const path = join(spool, randomUUID());
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, highWaterMark: AHEAD });
  const closed = finished(file);
  // Awaited below; a failure before that must not count as unhandled.
  closed.catch(() => {});
  const hash = createHash("sha256");
  const heads: Uint8Array[] = [];
  let size = 0;
  try {
    try {
      for await (const chunk of source) {
        if (size < LOOKED_AT) heads.push(Buffer.from(chunk.subarray(0, LOOKED_AT - size)));
        size += chunk.byteLength;
        if (size > limit) throw tooLarge();
        hash.update(chunk);
        if (!file.write(chunk, () => source.recycle?.(chunk)))
          await (file.destroyed ? closed : once(file, "drain"));
      }
    } finally {
      file.end();
      await closed;
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, size, head: Buffer.concat(heads), etag: etagOf(hash) };
};

/** A short text, refused with `tooLarge` past `limit` bytes. */
export const receiveText = async (
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
