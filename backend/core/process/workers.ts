import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { ConnectionOptions } from "../database/database.ts";
import type { Embedded } from "../embedded/embedded.ts";
import type { Log } from "../log.ts";
import { createEnding, END_WITHIN } from "./shutdown.ts";
import { gatherMetrics, isAboutMetrics, respondWithMetrics } from "./worker-metrics.ts";

/*
 * Several processes that serve one port. The primary serves nobody: it runs the shared database, starts the
 * workers, and replaces any that die. All other shared state is in the database. Node's cluster itself does
 * two things: connections go to the workers in turn, and a worker ends when its channel to the primary
 * closes, so none outlives a killed primary.
 */

/** More could use up PostgreSQL's default connections and replication slots. */
const MOST = 8;

export const WORKERS = /^(auto|[1-8])$/;
const WORKERS_ADVICE = `WORKERS must be auto or a number from 1 to ${MOST}`;

/** How many workers a setting means: `auto` leaves one core to a PostgreSQL on the same machine. */
export const countWorkers = (setting: string, databaseIsHere: boolean): number => {
  if (!WORKERS.test(setting)) throw new Error(WORKERS_ADVICE);
  if (setting !== "auto") return Number(setting);
  return Math.max(1, Math.min(MOST, availableParallelism() - (databaseIsHere ? 1 : 0)));
};

/** What the primary sends a worker once the database is ready. */
interface Orders {
  /** The database, if the primary has started it. */
  connection?: ConnectionOptions;
  /** The port that the first worker got. */
  port: number | null;
}

/** A worker requests its orders, because it would miss anything sent before it listens. Then it serves. */
type Word = "orders?" | { servesAt: number };

const SECOND = 1000;
/** Milliseconds. A worker that lived for less died at once. */
const AT_ONCE = 10 * SECOND;
/** The wait before a worker that died at once is replaced, doubled for each one before it. */
const waitBefore = (diedAtOnce: number): number =>
  diedAtOnce === 0 ? 0 : Math.min(500 * 2 ** (diedAtOnce - 1), 30 * SECOND);
/** Milliseconds in which a signal to a group of processes reaches all of them. */
const SIGNAL_TO_ALL = 200;
/** The time a worker may take to end: ten seconds for its last callers, and five left for the database. */
export const WORKER_ENDS_WITHIN = END_WITHIN - 5 * SECOND;

/**
 * Ends the connection that was being passed to a worker when it died. Node's cluster would leave it open
 * and its caller waiting for ever.
 */
const endConnectionsInProgress = ({ process: child }: Worker): void => {
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  let last: { close?(): void } | null = null;
  child.send = (...given: unknown[]) => {
    const handle = given[1];
    if (handle && typeof handle === "object") last = handle;
    return send(...given);
  };
  child.once("exit", () => last?.close?.());
};

interface Team {
  count: number;
  /** Starts the shared database; null if it runs elsewhere. */
  startDatabase: ((onExit: () => void) => Promise<Embedded>) | null;
  log: Log;
}

/**
 * The primary's work, until a signal. The other workers start once the first one serves. The first starts
 * as fast as a single process would, a failure is reported once, and nothing is prepared twice.
 */
export const leadWorkers = async ({ count, startDatabase, log }: Team): Promise<void> => {
  /** The living workers, and whether they listen yet; one that does not has begun nothing. */
  const workers = new Map<Worker, boolean>();
  let port: number | null = null;
  let diedAtOnce = 0;
  // The first worker loads its program while the database starts.
  const database = startDatabase?.(() => void ending.end(1)) ?? Promise.resolve(null);

  const endWorker = async (worker: Worker, isResponsive: boolean): Promise<void> => {
    const exited = once(worker, "exit");
    const kill = () => worker.process.kill("SIGKILL");
    const forced = setTimeout(kill, WORKER_ENDS_WITHIN);
    if (isResponsive) worker.send("end", () => {});
    else kill();
    await exited;
    clearTimeout(forced);
  };
  // If this is interrupted, workers and database notice that this process is gone.
  const ending = createEnding({
    async close() {
      await Promise.all(
        [...workers].map(([worker, isResponsive]) => endWorker(worker, isResponsive)),
      );
      await (await database.catch(() => null))?.stop();
    },
    log,
  });

  const start = (): void => {
    if (ending.hasStarted()) return;
    const startedAt = performance.now();
    const worker = cluster.fork();
    workers.set(worker, false);
    endConnectionsInProgress(worker);
    worker.on("message", async (word: Word) => {
      if (isAboutMetrics(word)) {
        const serving = [...workers].filter(([, responsive]) => responsive);
        return gatherMetrics(
          worker,
          word,
          serving.map(([each]) => each),
        );
      }
      if (word === "orders?") {
        workers.set(worker, true);
        const connection = (await database)?.connection;
        worker.send({ connection, port } satisfies Orders, () => {});
      } else if (port === null) {
        port = word.servesAt;
        for (let n = 1; n < count; n++) start();
      }
    });
    worker.once("exit", async (code, signal) => {
      workers.delete(worker);
      // Ctrl-C ends a worker that is still loading, perhaps before this process has its own signal.
      if (signal === "SIGINT") await delay(SIGNAL_TO_ALL);
      if (ending.hasStarted()) return;
      if (port !== null || signal)
        log.error("workers.died", { pid: worker.process.pid, code, signal });
      // If the first worker could not start, and said so, the next one could not either.
      if (port === null) return void ending.end(1);
      diedAtOnce = performance.now() - startedAt < AT_ONCE ? diedAtOnce + 1 : 0;
      setTimeout(start, waitBefore(diedAtOnce));
    });
  };

  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, ending.onSignal);
  start();
  await database.catch((error: unknown) => {
    // A worker that is still loading would report at length that it was abandoned.
    for (const { process: child } of workers.keys()) child.kill("SIGKILL");
    throw error;
  });
};

/** The worker's side. `end` is called when the primary orders it. */
export const joinWorkers = (end: () => void) => {
  // Ctrl-C reaches every process of the terminal; only the primary acts on it.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  const orders = new Promise<Orders>((resolve) =>
    process.on("message", (message: Orders | "end") => {
      if (isAboutMetrics(message)) void respondWithMetrics(message);
      else if (message === "end") end();
      else resolve(message);
    }),
  );
  const say = (word: Word) => process.send?.(word);
  say("orders?");
  return {
    /** Whether to prepare what all need (build, migrations, samples) and to print the service's address. */
    first: cluster.worker?.id === 1,
    orders,
    serving: (port: number) => say({ servesAt: port }),
  };
};
