import { isMainThread, Worker, workerData } from "node:worker_threads";

/** Milliseconds. */
const LOOK_EVERY = 500;

interface Watch {
  parent: number;
  /** Bytes. */
  memory: number;
}

/**
 * Watches this process from a thread that no loop of the function can hold up: ends it when its
 * parent is gone or when it occupies more than `memory` bytes in all (the heap's own limit does not
 * count buffers).
 */
export const startWatchdog = (memory: number): void => {
  const data: Watch = { parent: process.ppid, memory };
  new Worker(new URL(import.meta.url), { workerData: data, execArgv: [] }).unref();
};

if (!isMainThread) {
  const { parent, memory } = workerData as Watch;
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > memory)
      process.kill(process.pid, "SIGKILL");
  }, LOOK_EVERY);
}
