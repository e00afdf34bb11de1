import { createHash, type Hash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Pieces } from "#backend/kernel/body.ts";
import { refusalName, refuse } from "../errors.ts";
import { LOOKED_AT } from "./sniff.ts";

/** Bytes that may wait to be written while more of them arrive. */
const AHEAD = 262_144;

/** An upload that has arrived whole, in a file of its own that its holder must place or remove. */
export interface Spooled {
  path: string;
  /** Bytes. */
  size: number;
  /** As many of the first bytes as its type is told by. */
  head: Uint8Array;
  /** Quoted, as the ETag header has it. */
  etag: string;
  /** Why the rest did not arrive, where a part is worth keeping. */
  broken?: unknown;
}

const tooLarge = () => refuse("tooLarge");
const etagOf = (hash: Hash): string => `"${hash.digest("hex").slice(0, 32)}"`;

/**
 * A new file, written piece by piece: a piece at once when nothing else is being written, and together what
 * comes meanwhile, so that a fast upload takes few turns of a thread and a slow one waits in no memory.
 */
const openDraft = async (path: string, written: (piece: Uint8Array) => void) => {
  const file = await open(path, "wx", 0o600);
  let waiting: Uint8Array[] = [];
  let size = 0;
  let writing: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pieces = waiting;
      const length = size;
      waiting = [];
      size = 0;
      const { bytesWritten } = await file.writev(pieces);
      if (bytesWritten < length) throw new Error(`Only ${bytesWritten} of ${length} bytes fit`);
      pieces.forEach(written);
    }
    writing = null;
  };

  return {
    /** Takes a piece; a promise where nothing more should come until it is settled. */
    write(piece: Uint8Array): Promise<void> | null {
      waiting.push(piece);
      size += piece.byteLength;
      if (!writing) {
        writing = writeAll();
        // It is awaited by whoever comes next, at the latest by `close`.
        writing.catch(() => {});
      }
      return size < AHEAD ? null : writing;
    },
    /** Closes the file when all is written, and throws when it could not be. */
    async close(): Promise<void> {
      await Promise.resolve(writing).finally(() => file.close());
    },
  };
};

/**
 * Writes the bytes to a new file in `spool` as they arrive. Past `limit` bytes it stops reading,
 * leaves nothing behind and throws `tooLarge`; the same for a body that breaks off, unless
 * `keepBroken` wants what arrived of it.
 */
export const receive = async (
  source: Pieces,
  spool: string,
  limit: number,
  { keepBroken = false }: { keepBroken?: boolean } = {},
): Promise<Spooled> => {
  const path = join(spool, randomUUID());
  const draft = await openDraft(path, (piece) => source.giveBack?.(piece));
  const hash = createHash("sha256");
  const heads: Uint8Array[] = [];
  let size = 0;
  let broken: unknown;
  try {
    for await (const chunk of source) {
      if (size < LOOKED_AT) heads.push(Buffer.from(chunk.subarray(0, LOOKED_AT - size)));
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      hash.update(chunk);
      await draft.write(chunk);
    }
  } catch (error) {
    broken = error;
  }
  try {
    await draft.close();
    if (broken !== undefined && (!keepBroken || refusalName(broken))) throw broken;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const [head = new Uint8Array(), ...more] = heads;
  return {
    path,
    size,
    head: more.length > 0 ? Buffer.concat(heads) : head,
    etag: etagOf(hash),
    broken,
  };
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
