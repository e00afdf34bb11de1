import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { NODE_ENVIRONMENT } from "#server/node-options.ts";

const root = path.resolve(import.meta.dirname, "../..");
const SITE_IS_AT = / is at (https?:\/\/\S+)/;

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

/** Starts the site as `npm start` does, on a free port, and waits for a line that says it is ready. */
export const startSite = async (
  dataDir: string,
  { args = [], ready, env = {} }: { args?: string[]; ready: RegExp; env?: Record<string, string> },
): Promise<RunningSite> => {
  const site = spawn(process.execPath, ["server/main.ts", ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: NODE_ENVIRONMENT.NODE_COMPILE_CACHE,
      PORT: "0",
      DATA_DIR: dataDir,
      SITE_URL: "",
      SITE_MODE: "trial",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<void>((resolve) => site.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [site.stdout, site.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        const found = SITE_IS_AT.exec(output)?.[1];
        if (found && ready.test(output)) resolve(found);
      });
    }
    void exited.then(() => reject(new Error(`The site ended before it was ready:\n${output}`)));
  });
  const end = (signal: NodeJS.Signals) => async () => {
    site.kill(signal);
    await exited;
  };
  return { url, process: site, output: () => output, stop: end("SIGTERM"), kill: end("SIGKILL") };
};
