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
