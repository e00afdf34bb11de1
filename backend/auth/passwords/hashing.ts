import type { Argon2Parameters } from "node:crypto";
import { Worker } from "node:worker_threads";

interface HashResult {
  id: number;
  tag?: Uint8Array;
  error?: unknown;
}

interface PendingHash {
  resolve(tag: Buffer): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  pending: Map<number, PendingHash>;
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
    const thread: Thread = { worker, pending: new Map() };
    threads.add(thread);
    worker.on("message", ({ id, tag, error }: HashResult) => {
      const pending = thread.pending.get(id);
      thread.pending.delete(id);
      // An idle thread does not keep the process alive.
      if (thread.pending.size === 0) worker.unref();
      if (tag) pending?.resolve(Buffer.from(tag));
      else pending?.reject(error);
    });
    const fail = (reason: unknown) => {
      threads.delete(thread);
      for (const { reject } of thread.pending.values()) reject(reason);
      thread.pending.clear();
    };
    worker.on("error", fail);
    worker.on("exit", (code) => fail(new Error(`A hashing thread ended with ${code}`)));
    return thread;
  };

  /** An idle thread, or a new one: callers limit how many hashes run at once. */
  const idle = (): Thread => [...threads].find(({ pending }) => pending.size === 0) ?? start();

  return (parameters: Argon2Parameters): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const thread = idle();
      const id = ++last;
      thread.pending.set(id, { resolve, reject });
      thread.worker.ref();
      thread.worker.postMessage({ id, parameters });
    });
};

/** The tag of a password under these parameters. */
export const derive = createThreads();
