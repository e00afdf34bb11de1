import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Node's `parseArgs`, with the usage as its only error. Node's own repeats the argument, which may be an address
 * with a password.
 */
export const readArguments = <T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> => {
  try {
    return parseArgs(config);
  } catch {
    throw new Error(`Usage: ${usage}`);
  }
};

/** A line of a command's output. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Runs a command. If it fails, the reason is its last line, and its exit code is 1. */
export const runCommand = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
};
