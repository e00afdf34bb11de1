import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Log } from "#backend/core/log.ts";
import type { FunctionConfig } from "#backend/core/project/project.ts";
import type { FromChild, Orders } from "./child/orders.ts";
import { refuse } from "./errors.ts";

const MAIN = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** Seconds for a function's modules to load. */
const BOOT_TIME = 20;
/** Seconds in which a process that is not caught in a loop answers a ping. */
const PING_TIME = 1;
const LONGEST_LINE = 4_000;

export interface ProcessOptions {
  name: string;
  config: FunctionConfig;
  /** The project's `functions` folder. */
  folder: string;
  env: Record<string, string>;
  /** Where callers reach the backend. */
  apiUrl: string;
  /** MiB of JavaScript heap; twice as much in all. */
  memory: number;
  log: Log;
}

/** How a process ended: by our order, by its limits, or by a fault of the function. */
type Ending = "stopped" | "limit" | "crash";

/** One running function. */
export interface FunctionProcess {
  socket: string;
  agent: Agent;
  /** Requests that are under way. */
  busy: number;
  /** Resolves once the process is gone. */
  ended: Promise<Ending>;
  /** Whether it still answers, or is caught in a loop. */
  isResponsive(): Promise<boolean>;
  /** Whether a file that it has loaded is no longer what it was. */
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
 * Starts a function in a process of its own and resolves when it can be asked. A process and not a
 * thread: a thread that fills its heap takes the whole process with it (Node 24: V8 aborts). Throws
 * `bootError` when its modules do not load.
 */
export const startProcess = async (options: ProcessOptions): Promise<FunctionProcess> => {
  const { name, config, folder, env, apiUrl, memory, log } = options;
  // A socket's path has at most 107 bytes, so it cannot live in the data folder.
  const home = mkdtempSync(join(tmpdir(), "fn-"));
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
      "--disable-warning=ExperimentalWarning",
      MAIN,
      JSON.stringify(orders),
    ],
    // Detached: a signal to our whole group is ours to heed, and lets what a function is doing end first.
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
      else if (message.kind === "pong") for (const hear of listening) hear();
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
          listening.delete(hear);
          hurried = true;
          resolve(false);
        }, PING_TIME * 1000);
        const hear = () => {
          listening.delete(hear);
          clearTimeout(timer);
          resolve(true);
        };
        listening.add(hear);
        if (child.connected) child.send("ping", () => undefined);
      }),
    isStale: () => [...loaded].some(([file, time]) => modified(file) !== time),
    async stop() {
      stopping = true;
      await kill();
    },
  };
};
