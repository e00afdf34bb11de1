import { createHash, type Hash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { refusalName, refuse } from "../errors.ts";

/** An upload that has arrived whole, in a file of its own that its holder must place or remove. */
export interface Spooled {
  path: string;
  /** Bytes. */
  size: number;
  /** Quoted, as the ETag header has it. */
  etag: string;
  /** Why the rest did not arrive, where a part is worth keeping. */
  broken?: unknown;
}

const tooLarge = () => refuse("tooLarge");
const etagOf = (hash: Hash): string => `"${hash.digest("hex").slice(0, 32)}"`;

/**
 * Writes the bytes to a new file in `spool` as they arrive. Past `limit` bytes it stops reading,
 * leaves nothing behind and throws `tooLarge`; the same for a body that breaks off, unless
 * `keepBroken` wants what arrived of it.
 */
export const receive = async (
  source: AsyncIterable<Uint8Array>,
  spool: string,
  limit: number,
  { keepBroken = false }: { keepBroken?: boolean } = {},
): Promise<Spooled> => {
  const path = join(spool, randomUUID());
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      hash.update(chunk);
      for (let written = 0; written < chunk.byteLength; )
        written += (await file.write(chunk, written)).bytesWritten;
    }
    await file.close();
    return { path, size, etag: etagOf(hash) };
  } catch (error) {
    await file.close();
    if (keepBroken && !refusalName(error)) return { path, size, etag: etagOf(hash), broken: error };
    await rm(path, { force: true });
    throw error;
  }
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
