import type { FileHandle } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";

/** Bytes read at once: each reading is a turn of a thread, and a slow reader holds as many. */
const PIECE = 262_144;

/** The same for the first few of those who read at once: most files are then read in one turn. */
const LARGE_PIECE = 1_048_576;
const MOST_LARGE = 16;
const spare: Buffer[] = [];
let lent = 0;

/**
 * Lends a large buffer where one is to be had. It goes back only when `use` succeeds: after an error
 * somebody may still read it.
 */
const withBuffer = async (use: (buffer: Buffer) => Promise<void>): Promise<void> => {
  if (lent === MOST_LARGE) return use(Buffer.allocUnsafeSlow(PIECE));
  lent += 1;
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(LARGE_PIECE);
  try {
    await use(buffer);
    spare.push(buffer);
  } finally {
    lent -= 1;
  }
};

const PATIENCE = 60_000;

const written = (outgoing: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const gone = () => reject(new Error("The reader hung up"));
    outgoing.once("close", gone);
    outgoing.write(piece, (error) => {
      outgoing.off("close", gone);
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * An open file, or a part of it, as a stream; closed when it has been read or is destroyed. `sendTo` reads
 * it through buffers that are used again: new ones for each piece keep the garbage collector busier than
 * the sending.
 */
export class StoredFile extends Readable {
  readonly #handle: FileHandle;
  readonly #end: number;
  #at: number;
  readonly #unread: NodeJS.Timeout;

  /**
   * `end` is the last byte's place; without one the file is read to its end. One that nobody has begun to
   * read after `patience` milliseconds is closed.
   */
  constructor(
    handle: FileHandle,
    { start = 0, end = Number.POSITIVE_INFINITY } = {},
    patience = PATIENCE,
  ) {
    super({ highWaterMark: PIECE });
    this.#handle = handle;
    this.#at = start;
    this.#end = end;
    this.#unread = setTimeout(() => this.destroy(), patience).unref();
  }

  async #piece(buffer: Buffer): Promise<Buffer> {
    clearTimeout(this.#unread);
    const wanted = Math.min(buffer.length, this.#end - this.#at + 1);
    const { bytesRead } = await this.#handle.read(buffer, 0, wanted, this.#at);
    this.#at += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  override _read(): void {
    this.#piece(Buffer.allocUnsafeSlow(PIECE)).then(
      (piece) => this.push(piece.length > 0 ? piece : null),
      (error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#unread);
    this.#handle.close().then(
      () => done(error),
      (failed) => done(error ?? failed),
    );
  }

  /** Writes all of it and ends `outgoing`; what breaks off is destroyed, so that it is seen. */
  async sendTo(outgoing: Writable): Promise<void> {
    try {
      await withBuffer(async (buffer) => {
        for (;;) {
          const piece = await this.#piece(buffer);
          if (piece.length > 0) await written(outgoing, piece);
          // What is no longer changed is read short at its end only.
          if (piece.length < buffer.length) break;
        }
      });
      outgoing.end();
    } catch (error) {
      outgoing.destroy(error as Error);
    } finally {
      this.destroy();
    }
  }
}
