import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
export const CLI = path.join(root, "backend/cli.ts");

interface CliOptions {
  by?: string[];
  more?: string[];
  env?: Record<string, string>;
  /** In a group of its own, as a terminal starts it. */
  detached?: boolean;
}

/** The backend's command on a project's folder, once it serves. */
export const startCli = async (
  folder: string,
  { by = [process.execPath, CLI], more = [], env = {}, detached = false }: CliOptions = {},
) => {
  const [command = "", ...words] = by;
  const child = spawn(command, [...words, folder, "--port", "0", ...more], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached,
  });
  // Also where the start never ended.
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  let output = "";
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (/service_role: \S+/.test(output)) ready.resolve();
    });
  // By then its last output has arrived too.
  child.once("close", () => ready.reject(new Error(`It ended:\n${output}`)));
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, "exit");
    process.kill(detached ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
    return (await exited)[0] as number | null;
  };
  await ready.promise;
  return {
    child,
    url: /API URL: (\S+)/.exec(output)?.[1] ?? "",
    output: () => output,
    stop,
    close: () => stop("SIGKILL"),
  };
};
