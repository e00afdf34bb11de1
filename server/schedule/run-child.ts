import { fork } from "node:child_process";

/** In the child: it ends with the process that started it, and never works beside the next. */
const END_WITH_PARENT =
  "data:text/javascript,process.once('disconnect',()=>process.exit(1));process.channel.unref()";

/** A program that ended with another code than 0; the message is its output. */
export class ChildFailure extends Error {
  readonly code: number | null;
  constructor(output: string, code: number | null) {
    super(output || `It ended with ${code}`);
    this.code = code;
  }
}

/**
 * Runs a program of Node's in a process of its own, which ends with this one or when `signal` is aborted.
 * Rejects with its output if it fails.
 */
export const runChild = (
  file: string,
  args: readonly string[],
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<string> =>
  new Promise((resolve, reject) => {
    // The test runner's own variables change what tools do; a worker's would make the child a worker too.
    const { VITEST: _, NODE_ENV: __, NODE_UNIQUE_ID: ___, ...env } = process.env;
    const child = fork(file, args, {
      cwd,
      env,
      execArgv: ["--import", END_WITH_PARENT],
      silent: true,
      signal,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new ChildFailure(output.trim(), code)),
    );
  });
