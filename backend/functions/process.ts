import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Log } from "#backend/core/log.ts";
import { makeOwnFolder } from "#backend/core/process/own-folder.ts";
import type { FunctionConfig } from "#backend/core/project/project.ts";
import { type FromChild, nodeEnvironment, type Orders } from "./child/orders.ts";
import { refuse } from "./errors.ts";

const MAIN = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** What the names of the folders for sockets begin with. */
export const SOCKET_FOLDER = "fn-";

/** Seconds for a function's modules to load. */
const BOOT_TIME = 20;
/** Seconds in which a process that is not in a loop responds to a ping. */
const PING_TIME = 1;
const LONGEST_LINE = 4_000;

export interface ProcessOptions {
  name: string;
  config: FunctionConfig;
  /** The project's `functions` folder. */
  folder: string;
  env: Record<string, string>;
  /** The backend's address for callers. */
  apiUrl: string;
  /** MiB of JavaScript heap; twice as much in total. */
  memory: number;
  /** A folder for compiled code: with it a process takes 40 MB less, and starts sooner. */
  codeCache: string;
  log: Log;
}

/** How a process ended: by our order, by its limits, or by a fault of the function. */
type Ending = "stopped" | "limit" | "crash";

/** One running function. */
export interface FunctionProcess {
  socket: string;
  agent: Agent;
  /** Running requests. */
  busy: number;
  /** Resolves once the process is gone. */
  ended: Promise<Ending>;
  /** Whether it still responds, or is in an endless loop. */
  isResponsive(): Promise<boolean>;
  /** Whether a file that it has loaded has changed. */
  isStale(): boolean;
  stop(): Promise<void>;
}

const modified = (file: string): number => {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
};

const logLines = (child: ChildProcess, name: string, log: Log) => {
  for (const [stream, level] of [
    [child.stdout, "info"],
    [child.stderr, "warn"],
  ] as const) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) =>
      log[level]("function.log", { function: name, line: line.slice(0, LONGEST_LINE) }),
    );
  }
};

/**
 * Starts a function in its own process and resolves when it accepts requests. It is not a thread, because a
 * thread that fills its heap aborts the whole process (Node 24: V8 aborts). Throws `bootError` if its
 * modules do not load.
 */
export const startProcess = async (options: ProcessOptions): Promise<FunctionProcess> => {
  const { name, config, folder, apiUrl, memory, log } = options;
  const env = { ...options.env, ...nodeEnvironment(options.codeCache) };
  // A socket's path has at most 107 bytes, so it cannot be in the data folder.
  const home = makeOwnFolder(SOCKET_FOLDER);
  const socket = join(home, "s");
  const orders: Orders = {
    entrypoint: config.entrypoint,
    importMap: config.importMap,
    folder,
    socket,
    apiUrl,
    memory: memory * 2,
  };
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${memory}`,
      "--max-semi-space-size=1",
      "--disable-warning=ExperimentalWarning",
      MAIN,
      JSON.stringify(orders),
    ],
    // Detached: a signal to our whole group is for us to handle, and lets the function complete its work
    // first.
    { env, cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  logLines(child, name, log);

  const loaded = new Map<string, number>();
  let stopping = false;
  let hurried = false;
  const listening = new Set<() => void>();
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (_code, signal) => {
      rmSync(home, { recursive: true, force: true });
      // V8 aborts on a full heap; the watchdog kills for memory as we do for time.
      if (stopping && !hurried) resolve("stopped");
      else resolve(signal === "SIGABRT" || signal === "SIGKILL" ? "limit" : "crash");
    });
  });
  child.on("error", (error) => log.error("function.process_failed", { function: name, error }));

  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message: FromChild) => {
      if (message.kind === "loaded") loaded.set(message.file, modified(message.file));
      else if (message.kind === "pong") for (const onPong of listening) onPong();
      else if (message.kind === "ready") resolve();
      else reject(refuse("bootError", new Error(message.reason)));
    });
    void ended.then(() =>
      reject(refuse("bootError", new Error("The process ended while starting"))),
    );
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), BOOT_TIME * 1000);

  const agent = new Agent({ keepAlive: true });
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    agent.destroy();
  };
  try {
    await ready;
  } catch (error) {
    await kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }

  return {
    socket,
    agent,
    busy: 0,
    ended,
    isResponsive: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          listening.delete(onPong);
          hurried = true;
          resolve(false);
        }, PING_TIME * 1000);
        const onPong = () => {
          listening.delete(onPong);
          clearTimeout(timer);
          resolve(true);
        };
        listening.add(onPong);
        if (child.connected) child.send("ping", () => undefined);
      }),
    isStale: () => [...loaded].some(([file, time]) => modified(file) !== time),
    async stop() {
      stopping = true;
      await kill();
    },
  };
};
