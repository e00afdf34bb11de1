import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** A thread that hashes passwords, one after the other (see `hashing.ts`). */

/**
 * Steps of niceness below everything else: requests come first, and with all cores busy a hash still gets a
 * third of an equal share.
 */
const STEPS = 5;

/** Linux gives each thread its own priority; elsewhere hashes have the normal one. */
const lowerPriority = (): void => {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (thread > 0) setPriority(thread, Math.min(19, getPriority() + STEPS));
  } catch {
    // There is no /proc, or no permission.
  }
};

lowerPriority();

parentPort?.on("message", ({ id, parameters }: { id: number; parameters: Argon2Parameters }) => {
  try {
    parentPort?.postMessage({ id, tag: argon2Sync("argon2id", parameters) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
