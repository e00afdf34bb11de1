import { LATE } from "../concurrency-limit.ts";
import { ClientDisconnected } from "../errors.ts";
import type { BatchResult, Statement } from "./batch.ts";
import { DatabaseOutage } from "./outage.ts";

export interface BatchOptions {
  /**
   * Who the batch is for. One caller uses at most half of the connections; without a name there is no such
   * limit.
   */
  caller?: string;
  /** Whether the caller has hung up; a waiting batch is then dropped. */
  isDisconnected?: () => boolean;
  /** Milliseconds in which the server must respond. */
  within?: number;
}

/** A batch that waits for a connection. */
export interface QueuedBatch extends BatchOptions {
  statements: readonly Statement[];
  /** When it began to wait, by `performance.now`. */
  since: number;
  resolve(results: BatchResult[]): void;
  reject(error: unknown): void;
}

/**
 * Milliseconds that a batch may wait, and how many batches may wait. One caller's may fill half of the
 * queue.
 */
const LIMITS = { wait: 5_000, batches: 1_000 } as const;

const busy = () => new DatabaseOutage("busy", "No connection to the database became free in time");

/**
 * The batches that wait for a connection, in order of arrival, with three exceptions. At most `share`
 * batches of one caller run at once. Batches of callers who have hung up are dropped. Once the first batch
 * has waited for most of the allowed time, the last is next (as in `createConcurrencyLimit`). Length and
 * waiting time are limited.
 */
export const createBatchQueue = (share: number) => {
  const batches: QueuedBatch[] = [];
  const running = new Map<string, number>();
  const waiting = new Map<string, number>();
  let expiry: NodeJS.Timeout | null = null;

  const count = (counts: Map<string, number>, caller: string | undefined, by: 1 | -1): void => {
    if (caller === undefined) return;
    const now = (counts.get(caller) ?? 0) + by;
    if (now > 0) counts.set(caller, now);
    else counts.delete(caller);
  };
  const mayRun = ({ caller }: QueuedBatch): boolean =>
    caller === undefined || (running.get(caller) ?? 0) < share;

  const waited = (batch: QueuedBatch | undefined): number | null =>
    batch ? performance.now() - batch.since : null;

  const remove = (index: number): QueuedBatch | undefined => {
    const batch = index === 0 ? batches.shift() : batches.splice(index, 1)[0];
    if (batch) count(waiting, batch.caller, -1);
    return batch;
  };

  const expire = (): void => {
    expiry = null;
    const longest = performance.now() - LIMITS.wait;
    while (batches[0] && batches[0].since <= longest) remove(0)?.reject(busy());
    watch();
  };
  /** One timer for the job that has waited longest. */
  const watch = (): void => {
    const [first] = batches;
    if (expiry || !first) return;
    const left = first.since + LIMITS.wait - performance.now();
    expiry = setTimeout(expire, Math.max(1, left)).unref();
  };

  return {
    push(batch: QueuedBatch): void {
      const own = batch.caller === undefined ? 0 : (waiting.get(batch.caller) ?? 0);
      if (batches.length >= LIMITS.batches || own >= LIMITS.batches / 2) batch.reject(busy());
      else {
        batches.push(batch);
        count(waiting, batch.caller, 1);
        watch();
      }
    },
    /** Milliseconds that the first runnable batch has waited; null when there is none. */
    longestWait: (): number | null => waited(batches.find(mayRun)),
    /** The next batch to run. It counts as running until `done`. */
    take(): QueuedBatch | null {
      const late = (waited(batches[0]) ?? 0) > LATE * LIMITS.wait;
      let index = late ? batches.length - 1 : 0;
      for (let batch = batches[index]; batch; batch = batches[index]) {
        if (batch.isDisconnected?.()) {
          remove(index)?.reject(new ClientDisconnected());
          if (late) index -= 1;
        } else if (mayRun(batch)) {
          remove(index);
          count(running, batch.caller, 1);
          return batch;
        } else index += late ? -1 : 1;
      }
      return null;
    },
    done: ({ caller }: QueuedBatch): void => count(running, caller, -1),
  };
};
