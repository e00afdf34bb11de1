import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { NODE_ENVIRONMENT } from "#server/node-options.ts";

const root = path.resolve(import.meta.dirname, "../..");
const SITE_IS_AT = / is at (https?:\/\/\S+)/;

/** Starts a program in the project's folder, and waits until what it has printed is enough. */
export const startProgram = async (
  command: string,
  args: string[],
  env: Record<string, string>,
  isReady: (output: string) => boolean,
  detached = false,
) => {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  });
  let output = "";
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (isReady(output)) resolve();
      });
    }
    void exited.then(() => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await exited;
  };
  return { process: child, output: () => output, stop: end("SIGTERM"), kill: end("SIGKILL") };
};

export interface RunningSite {
  url: string;
  process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does, and waits. */
  stop(): Promise<void>;
  /** Ends it without a warning, as a power cut does, and waits. */
  kill(): Promise<void>;
}

interface StartOptions {
  args?: string[];
  /** A line that says it is ready. */
  ready: RegExp;
  env?: Record<string, string>;
}

/** Starts the site as `npm start` does, on a free port, and waits until it is ready. */
export const startSite = async (
  dataDir: string,
  { args = [], ready, env = {} }: StartOptions,
): Promise<RunningSite> => {
  const { NODE_COMPILE_CACHE } = NODE_ENVIRONMENT;
  const settings = { PORT: "0", DATA_DIR: dataDir, SITE_URL: "", SITE_MODE: "trial", ...env };
  const site = await startProgram(
    process.execPath,
    ["server/main.ts", ...args],
    { NODE_COMPILE_CACHE, ...settings },
    (output) => SITE_IS_AT.test(output) && ready.test(output),
  );
  return { ...site, url: SITE_IS_AT.exec(site.output())?.[1] ?? "" };
};

/** Starts the site on an empty folder, which goes when it stops. */
export const startOnEmptyFolder = async (name: string, options: StartOptions) => {
  const dataDir = throwAwayFolder(name);
  const site = await startSite(dataDir, options);
  const stop = async () => {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...site, dataDir, stop };
};
