import { mkdtempSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Linux's folder that is memory, and how such a file system says so (statfs(2)). */
const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;

/** Bytes that must be free, in the folder and of the machine: several times what a run takes. */
const ROOM = 6 * 2 ** 30;

const memory = (): string | null => {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    const room = Math.min(bavail * bsize, process.availableMemory());
    return type === TMPFS && room >= ROOM ? MEMORY : null;
  } catch {
    return null;
  }
};

/**
 * A new folder for databases, or a whole site, that nobody needs afterwards: in memory where there is
 * plenty of it, as making and dropping databases of a thousand files each costs a disk's file system much
 * of the processor, and every commit waits for the disk; else where temporary files are. What must outlive
 * a crash is tested on a disk (tests/e2e/site/backup.spec.ts).
 */
export const throwAwayFolder = (name: string): string =>
  mkdtempSync(path.join(memory() ?? os.tmpdir(), name));
