import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ConnectionOptions } from "../database/database.ts";
import type { Log } from "../log.ts";
import { asFullDisk, hasRoom } from "../process/disk.ts";
import { findBinaries } from "./binaries.ts";
import { chooseIdentity, type Identity } from "./identity.ts";
import { takeLock } from "./lock.ts";
import { runServer, type Server } from "./server.ts";
import { initSettings, serverSettings } from "./settings.ts";
import { makeSocketFolder } from "./socket.ts";

interface EmbeddedOptions {
  /** Created if missing; the cluster is its folder `postgres`. */
  dataDir: string;
  log: Log;
  /** False only for temporary servers: faster, but not safe against power loss. */
  durable?: boolean;
  /** Eight workers use 64 (two pools and four listeners each), one process 20; the rest is for tools. */
  maxConnections?: number;
  /** `replica` imitates an operator's server; with `minimal`, a temporary server loads new tables without a log. */
  walLevel?: "minimal" | "replica" | "logical";
  /** Called when the server keeps ending unexpectedly and is not started again. */
  onExit?: (reason: string) => void;
}

export interface Embedded {
  connection: ConnectionOptions;
  /** How the server is run, for logs and tests. */
  identity: Identity["kind"];
  stop(): Promise<void>;
}

/**
 * How often an ended server is started again within so many milliseconds before the embedded server gives
 * up.
 */
const RESTARTS = { most: 5, window: 5 * 60_000 } as const;
/** Milliseconds before the next restart, doubled after each one. */
const waitBefore = (restarts: number): number => 250 * 2 ** restarts;

/** Reads the pid file as the database's user; prints the id of a living server of this folder. */
const LIVING_SERVER = `
cd "$1" || exit 2
[ -f postmaster.pid ] || exit 0
read -r pid < postmaster.pid
case $pid in ''|*[!0-9]*) exit 0;; esac
if [ -d /proc/self ]; then
  [ "$(readlink "/proc/$pid/cwd")" = "$(pwd -P)" ] && echo "$pid"
else
  ps -o command= -p "$pid" | grep -F -q -- "$1" && echo "$pid"
fi
exit 0`;

const shell = (identity: Identity, script: string): string => {
  const result = identity.run(["sh", "-c", script, "sh", identity.cluster]);
  if (result.status !== 0) throw new Error(`The database folder cannot be used: ${result.stderr}`);
  return result.stdout.trim();
};

/** Stops a server of this folder whose parent process has died. */
const stopOrphan = async (identity: Identity, log: Log): Promise<void> => {
  const orphan = shell(identity, LIVING_SERVER);
  if (orphan) {
    log.warn("embedded.orphan_stopped", { pid: Number(orphan) });
    for (let waited = 0; shell(identity, LIVING_SERVER) === orphan; waited++) {
      // An immediate shutdown when the fast one takes too long. The next start replays the log.
      if (waited % 40 === 0)
        identity.run(["sh", "-c", 'kill "-$1" "$2"', "sh", waited ? "QUIT" : "INT", orphan]);
      if (waited > 200) throw new Error(`PostgreSQL process ${orphan} does not stop: end it.`);
      await delay(50);
    }
  }
};

/** Each major version of PostgreSQL has files of its own. */
const requireSameMajor = (identity: Identity, folder: string, madeBy: string): void => {
  const [ours = ""] = identity.binaries.version.split(".");
  if (madeBy === ours) return;
  throw new Error(
    `The database in ${folder} is of PostgreSQL ${madeBy}, and this release brings ${ours}: back it up with the release that it was used with, and restore the backup into an empty folder with this one.`,
  );
};

const initialise = (identity: Identity, folder: string, log: Log): void => {
  const madeBy = shell(identity, 'cd "$1" && if [ -f global/pg_control ]; then cat PG_VERSION; fi');
  if (madeBy) {
    requireSameMajor(identity, folder, madeBy);
    return;
  }
  const started = performance.now();
  let output = "";
  // The C library's locale only classifies characters for text search; not every machine has it.
  for (const locale of ["C.UTF-8", "C"]) {
    // A cluster that an interrupted initdb left is not complete.
    shell(identity, 'cd "$1" && find . -mindepth 1 -delete');
    const result = identity.run([
      path.join(identity.binaries.folder, "bin", "initdb"),
      "-D",
      identity.cluster,
      ...initSettings(locale),
    ]);
    if (result.status === 0) {
      log.info("embedded.initialised", { ms: Math.round(performance.now() - started) });
      return;
    }
    output = result.stderr.trim() || String(result.error ?? "");
  }
  throw new Error(`The database in ${folder} could not be made: ${output.split("\n").join("; ")}`);
};

/** A server that a full disk has stopped would stop again, so it waits until the operator makes room. */
const waitForRoom = async (folder: string, signal: AbortSignal, log: Log): Promise<void> => {
  for (let waited = 0; !(await hasRoom(folder)); waited++) {
    if (waited % 30 === 0) log.error("embedded.disk_full", { folder });
    await delay(2_000, undefined, { signal });
  }
};

/**
 * Milliseconds. When a server was killed, its processes end as soon as they wait for something; one that calculates
 * ends after that.
 */
const LEFT_WITHIN = 30_000;

/** PostgreSQL's refusal while processes of a killed server still use the folder. */
const isInUse = (error: unknown): boolean =>
  error instanceof Error && /shared memory block .* is still in use/.test(error.message);

/**
 * Runs the server until `stop`, and restarts it if it ends earlier. The server's own pid file is left
 * alone: PostgreSQL uses it to notice, and to refuse, when processes of an earlier run still use the
 * folder.
 */
const supervise = async (
  start: () => Server,
  connection: ConnectionOptions,
  { recover, log }: { recover: (signal: AbortSignal) => Promise<void>; log: Log },
) => {
  const stopping = new AbortController();
  const restarts: number[] = [];
  let current = start();

  /** Also for what a killed server left; stops the server if it does not get ready. */
  const untilReady = async (): Promise<void> => {
    for (const deadline = performance.now() + LEFT_WITHIN; ; current = start()) {
      try {
        return await current.ready(connection);
      } catch (error) {
        await current.stop();
        if (!isInUse(error) || performance.now() > deadline) throw error;
        await delay(100, undefined, { signal: stopping.signal });
      }
    }
  };

  const startAgain = async (): Promise<boolean> => {
    while (!stopping.signal.aborted) {
      const since = performance.now() - RESTARTS.window;
      const recent = restarts.filter((at) => at > since).length;
      if (recent >= RESTARTS.most) return false;
      try {
        await delay(waitBefore(recent), undefined, { signal: stopping.signal });
        await recover(stopping.signal);
        if (stopping.signal.aborted) return false;
        restarts.push(performance.now());
        current = start();
        await untilReady();
        log.warn("embedded.restarted", { restarts: recent + 1 });
        return true;
      } catch (error) {
        if (!stopping.signal.aborted) log.error("embedded.not_restarted", { error });
      }
    }
    return false;
  };

  await untilReady();
  /** Why it was abandoned; null after a normal stop. */
  const over = (async (): Promise<string | null> => {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return null;
      log.error("embedded.ended", { reason });
      if (!(await startAgain())) return stopping.signal.aborted ? null : reason;
    }
  })();
  return {
    over,
    async stop() {
      stopping.abort();
      await current.stop();
      await over;
    },
  };
};

/**
 * Starts the PostgreSQL that npm installed, over the cluster in `dataDir`, which it creates on first use.
 * The server listens on a Unix socket only, ends with this process, and recovers from any crash. While this
 * process runs, an ended server is restarted a few times. A second start on the same folder is refused with
 * one line.
 */
export const startEmbedded = async ({
  dataDir,
  log,
  durable = true,
  maxConnections = 80,
  walLevel,
  onExit,
}: EmbeddedOptions): Promise<Embedded> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const home = realpathSync(dataDir);
  const release = takeLock(path.join(home, "postgres.lock"), dataDir);
  try {
    const folder = path.join(home, "postgres");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const identity = chooseIdentity(folder, findBinaries());
    await stopOrphan(identity, log);
    shell(identity, 'cd "$1" && rm -f postmaster.pid');
    initialise(identity, folder, log);

    const socket = makeSocketFolder(home, identity);
    const connection: ConnectionOptions = {
      host: socket.folder,
      user: "postgres",
      database: "postgres",
    };
    const settings = serverSettings({
      socketFolder: socket.folder,
      durable,
      maxConnections,
      walLevel,
    });
    const finish = () => {
      try {
        socket.remove();
      } catch (error) {
        // The next start removes it.
        log.warn("embedded.socket_left", { error });
      }
      release();
    };
    let server: Awaited<ReturnType<typeof supervise>>;
    try {
      server = await supervise(() => runServer(identity, settings, log), connection, {
        recover: async (signal) => {
          await waitForRoom(home, signal, log);
          await stopOrphan(identity, log);
        },
        log,
      });
    } catch (error) {
      finish();
      throw error;
    }
    const done = server.over.then((reason) => {
      finish();
      if (reason !== null) onExit?.(reason);
    });
    const stop = async () => {
      await server.stop();
      await done;
    };
    return { connection, identity: identity.kind, stop };
  } catch (error) {
    release();
    throw await asFullDisk(error, dataDir);
  }
};
