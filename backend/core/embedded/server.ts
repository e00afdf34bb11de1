import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { ConnectionOptions } from "../database/database.ts";
import { CONNECTION_TIMEOUTS } from "../database/deadlines.ts";
import type { Log } from "../log.ts";
import type { Identity } from "./identity.ts";

/** Seconds. Replaying a large log after a crash may take a while. */
const START_WITHIN = 120;
const STOP_WITHIN = 10;

/**
 * PostgreSQL is a child of a shell that waits for it. A second process reads the shell's standard input, a
 * pipe from Node. When Node ends, for whatever reason, the pipe closes and the server is stopped. The
 * server's id cannot be reused before the shell has reaped it.
 */
const WATCHDOG = `
exec 4<&0
"$@" 4<&- </dev/null & server=$!
( cat <&4 >/dev/null; kill -INT $server ) & watch=$!
exec 4<&-
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`;

/** One run of PostgreSQL. */
export interface Server {
  /** Why it ended, once it has. */
  ended: Promise<string>;
  /** Waits until the server accepts connections; throws if it ends first. */
  ready(connection: ConnectionOptions): Promise<void>;
  stop(): Promise<void>;
}

/** Runs PostgreSQL with these settings over the identity's cluster. */
export const runServer = (identity: Identity, settings: readonly string[], log: Log): Server => {
  const child = identity.start([
    "sh",
    "-c",
    WATCHDOG,
    "sh",
    path.join(identity.binaries.folder, "bin", "postgres"),
    "-D",
    identity.cluster,
    ...settings,
  ]);
  const output: string[] = [];
  child.stdin?.on("error", () => {});
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n").filter(Boolean)) {
      output.push(line);
      if (output.length > 20) output.shift();
      if (line.startsWith("PANIC")) log.error("embedded.postgres", { line });
    }
  });
  let reason: string | null = null;
  const ended = new Promise<string>((resolve) => {
    const end = (why: string) => {
      reason ??= why;
      resolve(reason);
    };
    child.on("error", (error) => end(error.message));
    child.on("exit", (code, signal) => end(output.join("; ") || `code ${code ?? signal}`));
  });

  return {
    ended,
    async ready(connection) {
      const deadline = performance.now() + START_WITHIN * 1000;
      for (;;) {
        if (reason !== null) throw new Error(`PostgreSQL did not start: ${reason}`);
        const client = new pg.Client({ ...connection, ...CONNECTION_TIMEOUTS });
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
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
      const exited = once(child, "exit");
      // Runs as the database's own user, who may signal it when root without capabilities may not.
      const kill = (signal: string) =>
        identity.run(["sh", "-c", 'kill "-$1" "-$2"', "sh", signal, String(child.pid)]);
      const immediate = setTimeout(() => kill("QUIT"), STOP_WITHIN * 1000);
      const forced = setTimeout(() => kill("KILL"), (STOP_WITHIN + 3) * 1000);
      child.stdin?.end();
      await exited;
      clearTimeout(immediate);
      clearTimeout(forced);
    },
  };
};
