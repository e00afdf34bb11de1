import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "#server/node-options.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const SITE_IS_AT = / is at (http:\/\/\S+)/;
const BUILT = /^Built the site/m;

/** A site of our own, started as a person would start it, on a free port. */
export interface BenchSite {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Milliseconds from the start of the process until `/` returned 200. */
  firstPageAfter: number;
  /** Whether this start had to build the site first, which spoils `firstPageAfter`. */
  built: boolean;
  /** Waits until the site has printed this. */
  printed(what: RegExp): Promise<void>;
  /** Lines that the site logged as errors. */
  errors(): string[];
  stop(): Promise<void>;
}

/** Nobody's settings but ours: the bench measures the site with nothing configured. */
const environment = (dataDir: string, extra: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...NODE_ENVIRONMENT,
  TMPDIR: os.tmpdir(),
  PORT: "0",
  DATA_DIR: dataDir,
  ...extra,
});

const readPage = async (url: string): Promise<void> => {
  const response = await fetch(url, { headers: { connection: "close" } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The first page answered ${response.status}`);
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
};

interface StartOptions {
  dataDir: string;
  /** Without the sample marketplace. */
  empty: boolean;
  /** Flags for Node itself, for example `--cpu-prof`. */
  nodeFlags?: string[];
  /** Settings; nothing is configured by default. */
  env?: Record<string, string>;
}

/** Starts the site and waits for its first page; throws what it said when it ends before. */
export const startSite = async ({
  dataDir,
  empty,
  nodeFlags = [],
  env = {},
}: StartOptions): Promise<BenchSite> => {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, ...nodeFlags, "server/main.ts", ...(empty ? ["--empty"] : [])],
    { cwd: ROOT, env: environment(dataDir, env), stdio: ["ignore", "pipe", "pipe"] },
  );
  // An interrupted bench must not leave a site behind, at any stage of its start.
  const leave = () => child.kill("SIGTERM");
  process.once("exit", leave);
  child.once("exit", () => process.removeListener("exit", leave));
  let output = "";
  const printed = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        const found = SITE_IS_AT.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
  try {
    const url = await printed;
    await readPage(url);
    return {
      url,
      port: Number(new URL(url).port),
      pid: child.pid ?? 0,
      dataDir,
      firstPageAfter: performance.now() - startedAt,
      built: BUILT.test(output),
      async printed(what) {
        while (!what.test(output)) {
          if (child.exitCode !== null) throw new Error(`The site ended:\n${output}`);
          await delay(20);
        }
      },
      errors: () => output.split("\n").filter((line) => line.includes('"level":"error"')),
      stop: () => end(child),
    };
  } catch (error) {
    await end(child);
    throw new Error(`The site did not start. It said:\n${output}`, { cause: error });
  }
};

/** A folder for one run; `remove` takes it away with everything in it. */
export const throwAwayFolder = (): { folder: string; remove(): void } => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Where the embedded database of a site listens: a folder with its Unix socket. */
export const socketFolder = (dataDir: string): string => {
  const note = path.join(dataDir, "socket-folder");
  return existsSync(note) ? readFileSync(note, "utf8") : path.join(dataDir, "socket");
};

/** Does this with a connection of the owner of a database that listens in this folder. */
export const asOwner = async <T>(
  host: string,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> => {
  const owner = new pg.Client({ host, user: "postgres", database: "postgres" });
  await owner.connect();
  return work(owner).finally(() => owner.end());
};

/** Ticks of a second in /proc; fixed by the kernel's interface at 100. */
const TICKS = 100;

/** Seconds of CPU that a process has used, or null where there is no /proc. */
export const cpuSeconds = (pid: number): number | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; utime and stime are fields 14 and 15.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
};
