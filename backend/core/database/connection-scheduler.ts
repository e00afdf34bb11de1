import { availableParallelism } from "node:os";
import pg from "pg";
import { Batch, type BatchResult, type Statement } from "./batch.ts";
import { type BatchOptions, createBatchQueue } from "./batch-queue.ts";
import { answerWithin } from "./deadlines.ts";

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

interface ConnectionSchedulerOptions {
  /** Where the database is: a folder when it is on this machine. */
  host: string;
  /** Connections at most. */
  size: number;
  /** Milliseconds in which the server must answer a batch that sets no time of its own. */
  within: number;
  connect(): Promise<pg.PoolClient>;
  /** What a batch is rejected with for an error. */
  failed(error: unknown): unknown;
  /** Whether anything but batches waits for a connection. */
  wanted(): boolean;
}

/**
 * Runs batches on at most `size` connections, in the order they come. A database of this machine
 * (`host` is a folder) is given two for each core while nobody waits for long: its processes share the cores
 * with ours, and the more of them are at work, the more they get in each other's way.
 */
export const createConnectionScheduler = ({
  host,
  size,
  within,
  connect,
  failed,
  wanted,
}: ConnectionSchedulerOptions) => {
  const atOnce = host.startsWith("/") ? Math.min(size, 2 * availableParallelism()) : size;
  const queue = createBatchQueue(Math.max(1, Math.floor(size / 2)));
  let open = 0;
  let watched = false;

  /** Gives those that wait a connection, or looks again when their patience is over. */
  const serve = (): void => {
    if (open >= size) return;
    const waited = queue.longestWait();
    if (waited === null) return;
    const over = waited >= PATIENCE;
    if (open < atOnce || over) void work();
    if (watched || open < atOnce || open >= size) return;
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
  const work = async (): Promise<void> => {
    open += 1;
    const client = await connect().catch((error: unknown) => {
      const job = queue.take();
      if (job) queue.done(job);
      job?.reject(error);
      return null;
    });
    let broken = false;
    while (client && !broken) {
      const job = queue.take();
      if (!job) break;
      try {
        const { done } = client.query(new Batch(job.statements));
        job.resolve(await answerWithin(client, job.within ?? within, done));
      } catch (error) {
        job.reject(failed(error));
        broken = endsConnection(error);
      }
      queue.done(job);
      // Well before patience is over: to open and close at the same point would be to do it all the time.
      const needed = open <= atOnce || (queue.longestWait() ?? 0) > PATIENCE / 2;
      if (wanted() || !needed) break;
    }
    client?.release(broken);
    open -= 1;
    serve();
  };

  return (statements: readonly Statement[], options?: BatchOptions): Promise<BatchResult[]> =>
    new Promise((resolve, reject) => {
      queue.push({ ...options, statements, since: performance.now(), resolve, reject });
      serve();
    });
};
