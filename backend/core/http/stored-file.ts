import type { FileHandle } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";

/** Bytes in one read: each read uses a thread, and each slow reader holds this much memory. */
const PIECE = 262_144;

/** As above, for the first few simultaneous readers: they read most files in one go. */
const LARGE_PIECE = 1_048_576;
const MOST_LARGE = 16;
const freeBuffers: Buffer[] = [];
let lent = 0;

/**
 * Lends a large buffer if one is free. It is returned only when `use` succeeds: after an error something
 * may still read it.
 */
const withBuffer = async (use: (buffer: Buffer) => Promise<void>): Promise<void> => {
  if (lent === MOST_LARGE) return use(Buffer.allocUnsafeSlow(PIECE));
  lent += 1;
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(LARGE_PIECE);
  try {
    await use(buffer);
    freeBuffers.push(buffer);
  } finally {
    lent -= 1;
  }
};

const PATIENCE = 60_000;

const written = (outgoing: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const onClose = () => reject(new Error("The reader hung up"));
    outgoing.once("close", onClose);
    outgoing.write(piece, (error) => {
      outgoing.off("close", onClose);
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * An open file, or part of one, as a stream; closed when it is read to the end or destroyed. `sendTo` reads
 * through reused buffers: a new buffer for each piece costs more garbage collection than the sending.
 */
export class StoredFile extends Readable {
  readonly #handle: FileHandle;
  readonly #end: number;
  #at: number;
  readonly #unread: NodeJS.Timeout;

  /**
   * `end` is the position of the last byte; without it the file is read to its end. A stream that nobody
   * begins to read within `patience` milliseconds is closed.
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
    const length = Math.min(buffer.length, this.#end - this.#at + 1);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, this.#at);
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

  /** Writes everything and ends `outgoing`; on a failure destroys it, so that the receiver notices. */
  async sendTo(outgoing: Writable): Promise<void> {
    try {
      await withBuffer(async (buffer) => {
        for (;;) {
          const piece = await this.#piece(buffer);
          if (piece.length > 0) await written(outgoing, piece);
          // A file that no longer changes is read short only at its end.
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
