import type { Argon2Parameters } from "node:crypto";
import { Worker } from "node:worker_threads";

interface Answer {
  id: number;
  tag?: Uint8Array;
  error?: unknown;
}

interface Job {
  resolve(tag: Buffer): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  jobs: Map<number, Job>;
}

/**
 * argon2id in separate threads of low priority (`hashing-thread.ts`). Node's own thread pool remains free
 * for files and compression.
 */
const createThreads = () => {
  const threads = new Set<Thread>();
  let last = 0;

  const start = (): Thread => {
    const worker = new Worker(new URL("./hashing-thread.ts", import.meta.url));
    const thread: Thread = { worker, jobs: new Map() };
    threads.add(thread);
    worker.on("message", ({ id, tag, error }: Answer) => {
      const job = thread.jobs.get(id);
      thread.jobs.delete(id);
      // An idle thread does not keep the process alive.
      if (thread.jobs.size === 0) worker.unref();
      if (tag) job?.resolve(Buffer.from(tag));
      else job?.reject(error);
    });
    const lost = (reason: unknown) => {
      threads.delete(thread);
      for (const { reject } of thread.jobs.values()) reject(reason);
      thread.jobs.clear();
    };
    worker.on("error", lost);
    worker.on("exit", (code) => lost(new Error(`A hashing thread ended with ${code}`)));
    return thread;
  };

  /** An idle thread, or a new one: callers limit how many hashes run at once. */
  const idle = (): Thread => [...threads].find(({ jobs }) => jobs.size === 0) ?? start();

  return (parameters: Argon2Parameters): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const thread = idle();
      const id = ++last;
      thread.jobs.set(id, { resolve, reject });
      thread.worker.ref();
      thread.worker.postMessage({ id, parameters });
    });
};

/** The tag of a password under these parameters. */
export const derive = createThreads();
