import { HttpError } from "#backend/core/errors.ts";
import { refuse } from "./errors.ts";
import { type FunctionProcess, type ProcessOptions, startProcess } from "./process.ts";

/** Seconds between two checks whether a function's files have changed. */
const CHECK_EVERY = 0.25;
/** Seconds before a function that failed to start is tried again. */
const REST = 1;
/** Seconds without a request after which its process ends. */
const IDLE = 60;
/** How many processes may end, one after the other, before a request gives up. */
const ATTEMPTS = 3;

/** Runs one function for as long as it is used. */
export interface Keeper {
  /** Runs `work` with a running process, started or restarted as needed. */
  use<T>(work: (running: FunctionProcess) => Promise<T>): Promise<T>;
  /** Abandons a process: it completes nothing more, and the next request starts another. */
  discard(running: FunctionProcess): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the function's process at its first request, again when it ended or when a file that it loaded
 * changed (the old one first completes its requests), and ends it when it is idle.
 */
export const createKeeper = (options: ProcessOptions): Keeper => {
  let current: Promise<FunctionProcess> | null = null;
  let failed: { at: number; error: unknown } | null = null;
  let checkedAt = 0;
  let idle: NodeJS.Timeout | undefined;
  const alive = new Set<FunctionProcess>();
  /** The number of requests that each process has and has not responded to yet. */
  const leases = new Map<FunctionProcess, number>();
  /** Processes that are ending or have ended: they get no more requests. */
  const leaving = new WeakSet<FunctionProcess>();

  const start = (): Promise<FunctionProcess> => {
    if (failed && Date.now() - failed.at < REST * 1000) return Promise.reject(failed.error);
    const starting = startProcess(options);
    current = starting;
    starting.then(
      (running) => {
        failed = null;
        alive.add(running);
        void running.ended.then((ending) => {
          alive.delete(running);
          leaving.add(running);
          running.agent.destroy();
          if (current === starting) current = null;
          if (ending !== "stopped")
            options.log.warn("function.ended", { function: options.name, ending });
        });
      },
      (error) => {
        failed = { at: Date.now(), error };
        if (current === starting) current = null;
        const reason = error instanceof HttpError ? error.cause : error;
        options.log.warn("function.not_started", { function: options.name, error: reason });
      },
    );
    return starting;
  };

  /** Stops a process once it has completed everything. */
  const retire = (running: FunctionProcess): void => {
    leaving.add(running);
    if (running.busy === 0 && !leases.has(running)) void running.stop();
    else setTimeout(retire, 200, running).unref();
  };

  /** Removes the process from use, if it is the current one. */
  const replace = (starting: Promise<FunctionProcess>): void => {
    if (current === starting) current = null;
  };

  /**
   * A process for one more request. Nothing is awaited between the check and the count, so the process
   * cannot be stopped in between.
   */
  const lease = async (): Promise<FunctionProcess> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const starting = current ?? start();
      const running = await starting;
      if (leaving.has(running)) {
        replace(starting);
        continue;
      }
      if (Date.now() - checkedAt >= CHECK_EVERY * 1000) {
        checkedAt = Date.now();
        if (running.isStale()) {
          replace(starting);
          failed = null;
          retire(running);
          continue;
        }
      }
      leases.set(running, (leases.get(running) ?? 0) + 1);
      return running;
    }
    throw refuse("workerStopped");
  };

  const release = (running: FunctionProcess): void => {
    const left = (leases.get(running) ?? 1) - 1;
    if (left > 0) leases.set(running, left);
    else leases.delete(running);
  };

  return {
    async use(work) {
      clearTimeout(idle);
      const running = await lease();
      try {
        return await work(running);
      } finally {
        release(running);
        clearTimeout(idle);
        idle = setTimeout(() => {
          current = null;
          for (const process of alive) retire(process);
        }, IDLE * 1000);
        idle.unref();
      }
    },
    async discard(running) {
      leaving.add(running);
      await running.stop();
    },
    async close() {
      clearTimeout(idle);
      failed = { at: Number.POSITIVE_INFINITY, error: refuse("notFound") };
      await current?.catch(() => undefined);
      await Promise.all([...alive].map((running) => running.stop()));
    },
  };
};
