import { statfs } from "node:fs/promises";
import { isDiskFull } from "../database/outage.ts";

/** Bytes that the database's log and uploads need to continue. */
const NEEDED = 32 * 1024 ** 2;

/** Milliseconds for which a disk counts as full after an operation found it full. */
const REMEMBER = 5_000;

/**
 * Whether a folder's disk has room to work with; if the check itself fails, the disk does not count as
 * full.
 */
export const hasRoom = async (folder: string): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= NEEDED;
  } catch {
    return true;
  }
};

/** A start-up error in the operator's words, if its cause is a full disk. */
export const asFullDisk = async (error: unknown, folder: string): Promise<unknown> => {
  const reason = error instanceof Error ? error.message : String(error);
  const full =
    isDiskFull(error) || /No space left on device/i.test(reason) || !(await hasRoom(folder));
  return full
    ? new Error(
        `The disk that holds ${folder} is full: make room, then start again. Nothing is lost by it. (${reason})`,
        { cause: error },
      )
    : error;
};

export interface DiskWatch {
  /** Remembers an error that says a disk is full: the database's may be on another machine. */
  note(error: unknown): void;
  full(): Promise<boolean>;
}

/** Knows whether anything can be saved, by the room in `folder` and by recent failures. */
export const createDiskWatch = (folder: string): DiskWatch => {
  let foundFull = Number.NEGATIVE_INFINITY;
  return {
    note(error) {
      if (isDiskFull(error)) foundFull = performance.now();
    },
    full: async () => performance.now() - foundFull < REMEMBER || !(await hasRoom(folder)),
  };
};
