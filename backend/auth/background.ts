import type { Log } from "#backend/core/log.ts";

/** Work whose duration and failure must be invisible to the caller. */
export interface Background {
  run(name: string, work: Promise<unknown>): void;
  /** Resolves when all of it is done. */
  drain(): Promise<void>;
}

/** Failures are logged under `name`. */
export const createBackground = (log: Log): Background => {
  const running = new Set<Promise<unknown>>();
  return {
    run(name, work) {
      const watched = work
        .catch((error: unknown) => log.error("auth.background_failed", { name, error }))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    async drain() {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
