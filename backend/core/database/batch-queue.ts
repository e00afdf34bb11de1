import { LATE } from "../concurrency-limit.ts";
import { CallerGone } from "../errors.ts";
import type { BatchResult, Statement } from "./batch.ts";
import { DatabaseOutage } from "./outage.ts";

export interface BatchOptions {
  /**
   * Who the batch is for. One caller uses at most half of the connections; without a name there is no such
   * limit.
   */
  caller?: string;
  /** Whether the caller has hung up; a waiting batch is then dropped. */
  gone?: () => boolean;
  /** Milliseconds in which the server must answer. */
  within?: number;
}

/** A batch that waits for a connection. */
export interface Job extends BatchOptions {
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
const LIMITS = { wait: 5_000, jobs: 1_000 } as const;

const busy = () => new DatabaseOutage("busy", "No connection to the database became free in time");

/**
 * The batches that wait for a connection, in order of arrival, with three exceptions. At most `share`
 * batches of one caller run at once. Batches of callers who have hung up are dropped. Once the first batch
 * has waited for most of the allowed time, the last is next (as in `createConcurrencyLimit`). Length and
 * waiting time are limited.
 */
export const createBatchQueue = (share: number) => {
  const jobs: Job[] = [];
  const running = new Map<string, number>();
  const waiting = new Map<string, number>();
  let expiry: NodeJS.Timeout | null = null;

  const count = (counts: Map<string, number>, caller: string | undefined, by: 1 | -1): void => {
    if (caller === undefined) return;
    const now = (counts.get(caller) ?? 0) + by;
    if (now > 0) counts.set(caller, now);
    else counts.delete(caller);
  };
  const mayRun = ({ caller }: Job): boolean =>
    caller === undefined || (running.get(caller) ?? 0) < share;

  const waited = (job: Job | undefined): number | null =>
    job ? performance.now() - job.since : null;

  const remove = (index: number): Job | undefined => {
    const job = index === 0 ? jobs.shift() : jobs.splice(index, 1)[0];
    if (job) count(waiting, job.caller, -1);
    return job;
  };

  const expire = (): void => {
    expiry = null;
    const longest = performance.now() - LIMITS.wait;
    while (jobs[0] && jobs[0].since <= longest) remove(0)?.reject(busy());
    watch();
  };
  /** One timer for the job that has waited longest. */
  const watch = (): void => {
    const [first] = jobs;
    if (expiry || !first) return;
    const left = first.since + LIMITS.wait - performance.now();
    expiry = setTimeout(expire, Math.max(1, left)).unref();
  };

  return {
    push(job: Job): void {
      const own = job.caller === undefined ? 0 : (waiting.get(job.caller) ?? 0);
      if (jobs.length >= LIMITS.jobs || own >= LIMITS.jobs / 2) job.reject(busy());
      else {
        jobs.push(job);
        count(waiting, job.caller, 1);
        watch();
      }
    },
    /** Milliseconds that the first runnable batch has waited; null when there is none. */
    longestWait: (): number | null => waited(jobs.find(mayRun)),
    /** The next batch to run. It counts as running until `done`. */
    take(): Job | null {
      const late = (waited(jobs[0]) ?? 0) > LATE * LIMITS.wait;
      let index = late ? jobs.length - 1 : 0;
      for (let job = jobs[index]; job; job = jobs[index]) {
        if (job.gone?.()) {
          remove(index)?.reject(new CallerGone());
          if (late) index -= 1;
        } else if (mayRun(job)) {
          remove(index);
          count(running, job.caller, 1);
          return job;
        } else index += late ? -1 : 1;
      }
      return null;
    },
    done: ({ caller }: Job): void => count(running, caller, -1),
  };
};
