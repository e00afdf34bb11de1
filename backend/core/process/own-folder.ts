import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isAlive, startTimeOf } from "../embedded/lock.ts";

/** Where process ids count: in a container, another one's say nothing. */
const idSpace = (): string => {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
  } catch {
    return "0";
  }
};

/** A folder in the system's temporary folder, named by this process. */
export const makeOwnFolder = (prefix: string): string => {
  const owner = [idSpace(), process.pid, startTimeOf(process.pid) ?? 0].join("-");
  return mkdtempSync(path.join(os.tmpdir(), `${prefix}${owner}-`));
};

/** Removes such folders of processes that were killed. */
export const removeLeftFolders = (prefix: string): void => {
  const named = new RegExp(`^${prefix}(\\d+)-(\\d+)-(\\d+)-\\w+$`);
  const here = idSpace();
  for (const name of readdirSync(os.tmpdir())) {
    const [, space, pid, began] = named.exec(name) ?? [];
    const isOther =
      space !== here ||
      isAlive({ pid: Number(pid), began: began === "0" ? null : (began ?? null) });
    if (isOther) continue;
    try {
      rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
};
