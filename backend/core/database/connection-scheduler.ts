import { availableParallelism } from "node:os";
import pg from "pg";
import { Batch, type BatchResult, type Statement } from "./batch.ts";
import { type BatchOptions, createBatchQueue } from "./batch-queue.ts";
import { withinDeadline } from "./deadlines.ts";

/**
 * Milliseconds that a batch waits behind busy connections before another connection is used, so that slow
 * statements do not delay the others.
 */
const PATIENCE = 25;

/**
 * Whether the connection is unusable after this error. An error without a SQLSTATE is the connection's own,
 * and after a FATAL one the server closes it. After ordinary errors it is usable, except in a failed
 * transaction that nobody ends.
 */
export const endsConnection = (error: unknown): boolean => {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity !== "ERROR" || error.code === "25P02";
};

interface ConnectionSchedulerOptions {
  /** Where the database is: a folder when it is on this machine. */
  host: string;
  /** The most connections. */
  size: number;
  /** Milliseconds in which the server must run a batch without a time limit of its own. */
  within: number;
  connect(): Promise<pg.PoolClient>;
  /** The error that a batch is rejected with. */
  failed(error: unknown): unknown;
  /** Whether anything other than batches waits for a connection. */
  isActive(): boolean;
}

/**
 * Runs batches in order on at most `size` connections. A database on this machine (`host` is a folder) gets
 * two for each core as long as nobody waits for long. Its processes share the cores with ours, and more of
 * them at work slow each other down.
 */
export const createConnectionScheduler = ({
  host,
  size,
  within,
  connect,
  failed,
  isActive,
}: ConnectionSchedulerOptions) => {
  const atOnce = host.startsWith("/") ? Math.min(size, 2 * availableParallelism()) : size;
  const queue = createBatchQueue(Math.max(1, Math.floor(size / 2)));
  let open = 0;
  let watched = false;

  /** Gives waiting batches a connection, or checks again when their patience is over. */
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
   * A connection for batches. It runs them one after the other while any wait and nobody else waits for the
   * connection: releasing and acquiring it costs as much as a small batch's own messages.
   */
  const work = async (): Promise<void> => {
    open += 1;
    const client = await connect().catch((error: unknown) => {
      const batch = queue.take();
      if (batch) queue.done(batch);
      batch?.reject(error);
      return null;
    });
    let broken = false;
    while (client && !broken) {
      const batch = queue.take();
      if (!batch) break;
      try {
        const { done } = client.query(new Batch(batch.statements));
        batch.resolve(await withinDeadline(client, batch.within ?? within, done));
      } catch (error) {
        batch.reject(failed(error));
        broken = endsConnection(error);
      }
      queue.done(batch);
      // Well before the patience is over: opening and closing at the same point would repeat for ever.
      const needed = open <= atOnce || (queue.longestWait() ?? 0) > PATIENCE / 2;
      if (isActive() || !needed) break;
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
