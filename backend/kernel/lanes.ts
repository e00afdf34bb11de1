import { availableParallelism } from "node:os";
import pg from "pg";
import { Batch, type BatchResult, type Statement } from "./batch.ts";

/** A batch that waits for its turn. */
interface Job {
  statements: readonly Statement[];
  /** When it began to wait, as `performance.now` tells it. */
  since: number;
  resolve(results: BatchResult[]): void;
  reject(error: unknown): void;
}

/**
 * Milliseconds that a batch waits behind busy connections before one more is used: slow statements must not
 * hold the others up.
 */
const PATIENCE = 25;

/**
 * Whether the connection is past use after this error: one without a SQLSTATE is the line's own, and
 * a FATAL one is the server's last word. Ordinary errors leave it as good as before, except in a transaction that
 * has failed and that nobody ends.
 */
export const endsConnection = (error: unknown): boolean => {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity !== "ERROR" || error.code === "25P02";
};

/**
 * Runs batches on at most `size` connections of the pool, in the order they come. A database of this machine
 * (`host` is a folder) is given two for each core while nobody waits for long: its processes share the cores
 * with ours, and the more of them are at work, the more they get in each other's way.
 */
export const createLanes = (pool: pg.Pool, { host }: { host: string }, size: number) => {
  const atOnce = host.startsWith("/") ? Math.min(size, 2 * availableParallelism()) : size;
  const waiting: Job[] = [];
  let lanes = 0;
  let watched = false;

  /** Milliseconds. */
  const longestWait = (): number => performance.now() - (waiting[0]?.since ?? Infinity);

  /** Gives those that wait a connection, or looks again when their patience is over. */
  const serve = (): void => {
    if (waiting.length === 0 || lanes >= size) return;
    const waited = longestWait();
    const over = waited >= PATIENCE;
    if (lanes < atOnce || over) void lane();
    if (watched || lanes < atOnce || lanes >= size) return;
    watched = true;
    setTimeout(again, over ? PATIENCE : PATIENCE - waited);
  };
  const again = (): void => {
    watched = false;
    serve();
  };

  /**
   * A connection for batches: one after the other while any wait, and nobody waits for the connection.
   * Giving it back and taking it again costs as much as a small batch's own messages.
   */
  const lane = async (): Promise<void> => {
    lanes += 1;
    const client = await pool.connect().catch((error: unknown) => {
      waiting.shift()?.reject(error);
      return null;
    });
    let broken = false;
    while (client && !broken) {
      const job = waiting.shift();
      if (!job) break;
      try {
        job.resolve(await client.query(new Batch(job.statements)).done);
      } catch (error) {
        job.reject(error);
        broken = endsConnection(error);
      }
      // Well before patience is over: to open and close at the same point would be to do it all the time.
      const needed = lanes <= atOnce || longestWait() > PATIENCE / 2;
      if (pool.waitingCount > 0 || !needed) break;
    }
    client?.release(broken);
    lanes -= 1;
    serve();
  };

  return (statements: readonly Statement[]): Promise<BatchResult[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, since: performance.now(), resolve, reject });
      serve();
    });
};
