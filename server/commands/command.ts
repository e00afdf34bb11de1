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

/** What the system refused, as a sentence that says what to do; other errors say it themselves. */
export const sentenceOf = (error: unknown): string => {
  const { code, path, syscall, address, port } = Object(error) as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall === "listen" && code === "EACCES")
    return `This user may not listen on port ${port}: set PORT to 1024 or more, behind a proxy.`;
  if (code === "EADDRNOTAVAIL")
    return `${address} is not an address of this machine: set HOST to one of its own.`;
  if (path && (code === "EACCES" || code === "EPERM"))
    return `This user may not use ${path} (${code}): give it to the user that runs the site, or set DATA_DIR to another folder.`;
  if (path && code === "EROFS")
    return `${path} is on a read-only disk (EROFS): make it writable, or set DATA_DIR to another folder.`;
  return error instanceof Error ? error.message : String(error);
};

/** Runs a command. If it fails, the reason is its last line, and its exit code is 1. */
export const runCommand = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  });
};
