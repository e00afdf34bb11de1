import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

/**
 * The files of a backup as one stream. For each: a line of JSON that names it, its bytes in chunks with
 * their length (four bytes) before them, a chunk of length 0, and the SHA-256 of its bytes.
 */

export interface FileName {
  bucket: string;
  name: string;
  version: string;
}

/** A chunk's length is bounded, so that a reader needs no more memory than that. */
const LONGEST_CHUNK = 1024 ** 2;
const DIGEST = 32;

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

/** Writes one file to `add`, and returns how many bytes it has. */
export const writeFile = async (
  file: FileName,
  body: Readable,
  add: (chunk: Buffer) => Promise<void>,
): Promise<number> => {
  const digest = createHash("sha256");
  let bytes = 0;
  await add(Buffer.from(`${JSON.stringify(file)}\n`));
  for await (const whole of body as AsyncIterable<Buffer>) {
    digest.update(whole);
    bytes += whole.length;
    for (let at = 0; at < whole.length; at += LONGEST_CHUNK) {
      const chunk = whole.subarray(at, at + LONGEST_CHUNK);
      await add(lengthOf(chunk.length));
      await add(chunk);
    }
  }
  await add(lengthOf(0));
  await add(digest.digest());
  return bytes;
};

/** Takes exact numbers of bytes from a stream of buffers. */
const createCursor = (source: AsyncIterable<Buffer>) => {
  const parts = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await parts.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const truncated = () => new Error("The files of this backup are damaged: use another backup.");
  return {
    async take(bytes: number): Promise<Buffer> {
      while (rest.length < bytes) if (!(await more())) throw truncated();
      const taken = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      return taken;
    },
    /** Null at the end of the stream. */
    async line(): Promise<string | null> {
      for (;;) {
        const end = rest.indexOf(10);
        if (end >= 0) {
          const line = rest.subarray(0, end).toString("utf8");
          rest = rest.subarray(end + 1);
          return line;
        }
        if (!(await more())) {
          if (rest.length > 0) throw truncated();
          return null;
        }
      }
    },
    async end(): Promise<void> {
      await parts.return?.();
    },
  };
};

/** What becomes of a file that is read: its chunks, then `complete` once they have proved right. */
export interface FileSink {
  write(chunk: Buffer): Promise<void>;
  complete(): Promise<void>;
  /** The bytes are not those that were backed up, or the reading failed. */
  abandon(): Promise<void>;
}

/** Reads every file of the stream, each checked by its hash. Returns how many there were, and their bytes. */
export const readFiles = async (
  source: AsyncIterable<Buffer>,
  open: (file: FileName) => Promise<FileSink>,
): Promise<{ count: number; bytes: number }> => {
  const cursor = createCursor(source);
  let [count, total] = [0, 0];
  try {
    for (let line = await cursor.line(); line !== null; line = await cursor.line()) {
      const file = JSON.parse(line) as FileName;
      const sink = await open(file);
      try {
        const digest = createHash("sha256");
        for (;;) {
          const length = (await cursor.take(4)).readUInt32BE();
          if (length === 0) break;
          const chunk = await cursor.take(length);
          digest.update(chunk);
          total += length;
          await sink.write(chunk);
        }
        if (!digest.digest().equals(await cursor.take(DIGEST)))
          throw new Error(`The file ${file.bucket}/${file.name} of this backup is damaged.`);
        await sink.complete();
      } catch (error) {
        await sink.abandon();
        throw error;
      }
      count += 1;
    }
  } finally {
    await cursor.end();
  }
  return { count, bytes: total };
};

/** A sink for files that are only checked. */
export const nullSink: FileSink = {
  async write() {},
  async complete() {},
  async abandon() {},
};
