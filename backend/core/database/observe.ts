import type { Log } from "../log.ts";
import { metrics, type Sample } from "../metrics.ts";

/** Milliseconds after which a statement is logged, with the time that it waited for a connection. */
const SLOW = 1_000;

/** Characters of a statement in the log. */
const LONGEST_TEXT = 500;

/** The part of node-postgres' pool that is measured. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

interface Observed {
  user: string;
  pool: Pool;
  inProgress: number;
}

const databases = new Set<Observed>();

const byUser = (read: (each: Observed) => number) => (): Sample[] => {
  const sums = new Map<string, number>();
  for (const each of databases) sums.set(each.user, (sums.get(each.user) ?? 0) + read(each));
  return [...sums].map(([user, value]) => ({ labels: { user }, value }));
};

metrics.gauge(
  "database_connections",
  "Open connections, by the user that they log in as.",
  "sum",
  byUser(({ pool }) => pool.totalCount),
);
metrics.gauge(
  "database_connections_idle",
  "Open connections that nobody uses.",
  "sum",
  byUser(({ pool }) => pool.idleCount),
);
metrics.gauge(
  "database_work_in_progress",
  "Statements and batches that run or wait for a connection.",
  "sum",
  byUser(({ inProgress }) => inProgress),
);
const durations = metrics.histogram(
  "database_work_duration_seconds",
  "Seconds of a statement or batch, with the time that it waited for a connection.",
);

/** Values are parameters and not in the text, except where a utility statement takes none. */
const describe = (text: string): string =>
  /password/i.test(text) ? "(a statement about a password)" : text.slice(0, LONGEST_TEXT);

/** Measures what is done through a pool, and logs what is slow. */
export const observeDatabase = (user: string, pool: Pool, log: Log) => {
  const own: Observed = { user, pool, inProgress: 0 };
  databases.add(own);
  const recordDuration = durations({ user });
  return {
    /** Resolves and rejects as `work` does. */
    async measure<T>(statements: readonly { text: string }[], work: Promise<T>): Promise<T> {
      const started = performance.now();
      own.inProgress += 1;
      try {
        return await work;
      } finally {
        own.inProgress -= 1;
        const ms = performance.now() - started;
        recordDuration(ms / 1000);
        if (ms >= SLOW)
          log.warn("database.slow", {
            ms: Math.round(ms),
            statements: statements.map(({ text }) => describe(text)),
          });
      }
    },
    /** The pool is closed. */
    stop(): void {
      databases.delete(own);
    },
  };
};
