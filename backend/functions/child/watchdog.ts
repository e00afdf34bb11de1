import { rmSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

/** Milliseconds. */
const CHECK_EVERY = 500;

interface Watch {
  parent: number;
  /** Bytes. */
  memory: number;
  /** The folder of the socket, which nobody else removes after the parent's death. */
  home: string;
}

/**
 * Watches this process from a thread that no loop of the function can block. Ends it when its parent is
 * gone, or when it uses more than `memory` bytes in total (the heap's own limit does not count buffers).
 */
export const startWatchdog = (memory: number, home: string): void => {
  const data: Watch = { parent: process.ppid, memory, home };
  new Worker(new URL(import.meta.url), { workerData: data, execArgv: [] }).unref();
};

if (!isMainThread) {
  const { parent, memory, home } = workerData as Watch;
  setInterval(() => {
    const orphaned = process.ppid !== parent;
    if (!orphaned && process.memoryUsage.rss() <= memory) return;
    if (orphaned) rmSync(home, { recursive: true, force: true });
    process.kill(process.pid, "SIGKILL");
  }, CHECK_EVERY);
}
