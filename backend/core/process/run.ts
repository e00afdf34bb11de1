import cluster from "node:cluster";
import type { ConnectionOptions } from "../database/database.ts";
import { isDiskFull } from "../database/outage.ts";
import type { Embedded } from "../embedded/embedded.ts";
import { createListener, type Listener, type ListenOptions } from "../http/listen.ts";
import type { Log } from "../log.ts";
import { asFullDisk } from "./disk.ts";
import { releaseIdleMemory } from "./idle-memory.ts";
import { createEnding } from "./shutdown.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";
import { joinWorkers, leadWorkers, WORKER_ENDS_WITHIN } from "./workers.ts";

/** What to serve, and this process's part in it. */
interface Start {
  listener: Listener;
  port: number;
  /** Whether to prepare what all workers need (build, migrations, samples) and to print the addresses. */
  first: boolean;
  /** The database, if it runs beside this process and not below it. */
  connection?: ConnectionOptions;
  /** Ends this process in order, as a signal does. */
  end(code: number): void;
}

export interface Runnable {
  /** Starts everything and opens the listener. */
  open(start: Start): Promise<void>;
  /** Stops background work that is not for a request; it may still need the port. */
  stopBackgroundWork?(): Promise<void>;
  /** Stops everything that has been started so far. */
  close(): Promise<void>;
}

interface Run {
  at: ListenOptions;
  /** Loads the code that serves; a process that only leads others never does. */
  load: () => Promise<Runnable>;
  /** Processes that serve; 1 means only this one. */
  workers: number;
  /** Starts the database that several workers share; null if it runs elsewhere. */
  startDatabase: ((onExit: () => void) => Promise<Embedded>) | null;
  /** What the start writes to: a disk without room is reported by it. */
  dataDir: string;
  log: Log;
}

/** Closes the port once requests and background work have ended, then the parts that served them. */
export const closeInOrder = async (
  listener: Listener,
  runnable: Runnable | null,
): Promise<void> => {
  await listener.close(runnable?.stopBackgroundWork?.());
  await runnable?.close();
};

/** Serves a port until a signal, in this process or in several that it leads (`workers.ts`). */
export const run = async ({
  at,
  load,
  workers,
  startDatabase,
  dataDir,
  log,
}: Run): Promise<void> => {
  if (cluster.isPrimary) refuseUnfinishedRestore(dataDir);
  if (workers > 1 && cluster.isPrimary) return leadWorkers({ count: workers, startDatabase, log });

  const listener = createListener(at);
  let runnable: Runnable | null = null;
  const close = () => closeInOrder(listener, runnable);
  const ending = createEnding({
    close,
    within: cluster.isWorker ? WORKER_ENDS_WITHIN : undefined,
    log,
  });
  const team = cluster.isWorker ? joinWorkers(ending.onSignal) : null;
  if (!team) for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, ending.onSignal);
  const first = team?.first ?? true;
  try {
    // The first one opens the port before anything else, so that a port in use is reported at once. The
    // others get no connections until they can respond.
    let port = first ? await listener.take() : at.port;
    runnable = await load();
    const orders = await team?.orders;
    port = orders?.port ?? port;
    const { connection } = orders ?? {};
    await runnable.open({
      listener,
      port,
      first,
      connection,
      end: (code) => void ending.end(code),
    });
    if (!first) await listener.take();
    team?.serving(port);
    releaseIdleMemory();
  } catch (error) {
    // The open failed because it was closed meanwhile.
    if (ending.hasStarted()) return;
    await close();
    throw isDiskFull(error) ? await asFullDisk(error, dataDir) : error;
  }
};
