import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** The holder of a lock: a process id, and its start time in case the id is reused. */
interface Holder {
  pid: number;
  began: string | null;
}

/** Field 22 of /proc/PID/stat, the start time in clock ticks since boot; null if there is none. */
export const startTimeOf = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "dead" : (fields[19] ?? null);
  } catch {
    return null;
  }
};

export const isAlive = ({ pid, began }: Holder): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return startTimeOf(pid) === began;
};

const read = (file: string): { text: string; holder: Holder | null } | null => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  try {
    return { text, holder: JSON.parse(text) as Holder };
  } catch {
    // Not written by us, or truncated by a full disk: this is no valid lock.
    return { text, holder: null };
  }
};

/** Moves the dead lock aside. If another process has replaced it meanwhile, theirs is restored. */
const discard = (file: string, text: string, aside: string): void => {
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  } catch {
    // Another process was faster; the next attempt finds its lock.
  } finally {
    rmSync(aside, { force: true });
  }
};

/**
 * Takes a lock for this process. Returns a function that releases it, or the id of the living process that
 * holds it. A dead process's lock is taken over.
 */
export const tryLock = (file: string): { release: () => void } | { holder: number } => {
  const mine = JSON.stringify({ pid: process.pid, began: startTimeOf(process.pid) });
  const draft = `${file}.${process.pid}.${crypto.randomUUID()}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        // link() is atomic, so the file is complete from the start.
        linkSync(draft, file);
        const release = () => {
          if (read(file)?.text === mine) rmSync(file, { force: true });
        };
        return { release };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const held = read(file);
      if (!held) continue;
      if (held.holder && isAlive(held.holder)) return { holder: held.holder.pid };
      discard(file, held.text, `${draft}.stale`);
    }
    throw new Error(`${file} is being taken by another process: try again.`);
  } finally {
    rmSync(draft, { force: true });
  }
};

/** The living process that holds a lock, if any. */
export const lockHolder = (file: string): number | null => {
  const holder = read(file)?.holder;
  return holder && isAlive(holder) ? holder.pid : null;
};

/** Locks the data folder for this process; refused with one line when another process has it. */
export const takeLock = (file: string, folder: string): (() => void) => {
  const lock = tryLock(file);
  if ("release" in lock) return lock.release;
  throw new Error(
    `The data folder ${folder} is in use by process ${lock.holder}: stop it, or set DATA_DIR to another folder.`,
  );
};
