import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Connection } from "./database.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { chooseIdentity, type Identity } from "./embedded/identity.ts";
import { initSettings, serverSettings } from "./embedded/settings.ts";
import { makeSocketFolder } from "./embedded/socket.ts";
import { takeLock } from "./lock.ts";
import type { Log } from "./log.ts";

interface EmbeddedOptions {
  /** Made when it does not exist; the cluster is its folder `postgres`. */
  dataDir: string;
  log: Log;
  /** False only for servers that are thrown away: trades safety against power loss for speed. */
  durable?: boolean;
  /** Eight workers use 64 (two pools and four listeners each), one process 20; the rest is for tools. */
  maxConnections?: number;
  /** Other than `logical` only to stand for an operator's server, which may be set so. */
  walLevel?: "replica" | "logical";
  /** Called when the server ends without having been asked to. */
  onExit?: (reason: string) => void;
}

export interface Embedded {
  connection: Connection;
  /** How the server is run, for logs and tests. */
  identity: Identity["kind"];
  stop(): Promise<void>;
}

/** Seconds. A big log to replay after a crash may take a while. */
const START_WITHIN = 120;
const STOP_WITHIN = 20;

/**
 * PostgreSQL is a child of a shell that waits for it. A second process reads the shell's standard
 * input, which is a pipe from Node: when Node ends, however it ends, the pipe closes and the server
 * is told to stop. The server's id cannot be reused before the shell has reaped it.
 */
const WATCHDOG = `
exec 4<&0
"$@" 4<&- </dev/null & server=$!
( cat <&4 >/dev/null; kill -INT $server ) & watch=$!
exec 4<&-
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`;

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

/** Ends a server that outlived its Node, and removes what a crash left behind. */
const recover = async (identity: Identity, log: Log): Promise<void> => {
  const orphan = shell(identity, LIVING_SERVER);
  if (orphan) {
    log.warn("embedded.orphan_stopped", { pid: Number(orphan) });
    for (let waited = 0; shell(identity, LIVING_SERVER) === orphan; waited++) {
      // Immediate shutdown when the fast one takes too long: the log is replayed at the next start.
      if (waited % 40 === 0)
        identity.run(["sh", "-c", 'kill "-$1" "$2"', "sh", waited ? "QUIT" : "INT", orphan]);
      if (waited > 200) throw new Error(`PostgreSQL process ${orphan} does not stop: end it.`);
      await delay(50);
    }
  }
  shell(identity, 'cd "$1" && rm -f postmaster.pid');
};

const initialise = (identity: Identity, folder: string, log: Log): void => {
  if (shell(identity, 'cd "$1" && if [ -f global/pg_control ]; then echo yes; fi')) return;
  const started = performance.now();
  let said = "";
  // The locale of the C library only classifies characters for text search; not every machine has it.
  for (const locale of ["C.UTF-8", "C"]) {
    // What an interrupted initdb left is not a cluster.
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
    said = result.stderr.trim() || String(result.error ?? "");
  }
  throw new Error(`The database in ${folder} could not be made: ${said.split("\n").join("; ")}`);
};

const waitUntilReady = async (connection: Connection, ended: () => string | null) => {
  const deadline = performance.now() + START_WITHIN * 1000;
  for (;;) {
    const reason = ended();
    if (reason !== null) throw new Error(`PostgreSQL did not start: ${reason}`);
    const client = new pg.Client(connection);
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if (performance.now() > deadline) throw error;
      await delay(10);
    }
  }
};

const end = async (child: ChildProcess, identity: Identity): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const exited = once(child, "exit");
  // As the database's own user, who may signal it where root without capabilities may not.
  const kill = (signal: string) =>
    identity.run(["sh", "-c", 'kill "-$1" "-$2"', "sh", signal, String(child.pid)]);
  const immediate = setTimeout(() => kill("QUIT"), STOP_WITHIN * 1000);
  const forced = setTimeout(() => kill("KILL"), (STOP_WITHIN + 5) * 1000);
  child.stdin?.end();
  await exited;
  clearTimeout(immediate);
  clearTimeout(forced);
};

/**
 * Starts the PostgreSQL that npm installed, over the cluster in `dataDir`, made on first use. It is
 * reached by a Unix socket only, ends when this process ends, and recovers from any crash. A second
 * start on the same folder is refused with one line.
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
    await recover(identity, log);
    initialise(identity, folder, log);

    const socket = makeSocketFolder(home, identity);
    const child = identity.start([
      "sh",
      "-c",
      WATCHDOG,
      "sh",
      path.join(identity.binaries.folder, "bin", "postgres"),
      "-D",
      identity.cluster,
      ...serverSettings({ socketFolder: socket.folder, durable, maxConnections, walLevel }),
    ]);
    const said: string[] = [];
    let stopping = false;
    let ended: string | null = null;
    child.stdin?.on("error", () => {});
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\n").filter(Boolean)) {
        said.push(line);
        if (said.length > 20) said.shift();
        if (line.startsWith("PANIC")) log.error("embedded.postgres", { line });
      }
    });
    const finish = (reason: string) => {
      if (ended !== null) return;
      ended = reason;
      try {
        socket.remove();
      } catch (error) {
        // The next start removes it.
        log.warn("embedded.socket_left", { error });
      }
      release();
      if (!stopping) {
        log.error("embedded.ended", { reason });
        onExit?.(reason);
      }
    };
    child.on("error", (error) => finish(error.message));
    child.on("exit", (code, signal) => finish(said.join("; ") || `code ${code ?? signal}`));

    const connection: Connection = { host: socket.folder, user: "postgres", database: "postgres" };
    const stop = async () => {
      stopping = true;
      await end(child, identity);
    };
    try {
      await waitUntilReady(connection, () => ended);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connection, identity: identity.kind, stop };
  } catch (error) {
    release();
    throw error;
  }
};
