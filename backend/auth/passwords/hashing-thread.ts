import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** A thread that hashes passwords, one after the other (see `hashing.ts`). */

/**
 * Steps of niceness below everybody else: who answers a request goes first, and where all cores are
 * busy a hash still gets a third of an equal's share.
 */
const STEPS = 5;

/** Linux gives each thread a priority of its own; elsewhere hashes are everybody's equals. */
const stepBack = (): void => {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (thread > 0) setPriority(thread, Math.min(19, getPriority() + STEPS));
  } catch {
    // No /proc, or nobody may.
  }
};

stepBack();

parentPort?.on("message", ({ id, parameters }: { id: number; parameters: Argon2Parameters }) => {
  try {
    parentPort?.postMessage({ id, tag: argon2Sync("argon2id", parameters) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
