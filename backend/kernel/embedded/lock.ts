import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Who holds a data folder: a process id, and when it began so that a reused id is not mistaken. */
interface Holder {
  pid: number;
  began: string | null;
}

/** Field 22 of /proc/PID/stat, the start time in clock ticks since boot; null where there is none. */
const beganAt = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "dead" : (fields[19] ?? null);
  } catch {
    return null;
  }
};

const alive = ({ pid, began }: Holder): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return beganAt(pid) === began;
};

const read = (file: string): { text: string; holder: Holder } | null => {
  try {
    const text = readFileSync(file, "utf8");
    return { text, holder: JSON.parse(text) as Holder };
  } catch (error) {
    // A file cut short by a crash has no holder.
    if (error instanceof SyntaxError) return { text: "", holder: { pid: 0, began: "never" } };
    return null;
  }
};

/**
 * Takes the data folder for this process and returns how to give it back. Refused with one line when
 * a living process holds it; the lock of a dead one is taken over.
 */
export const takeLock = (file: string, folder: string): (() => void) => {
  const mine = JSON.stringify({ pid: process.pid, began: beganAt(process.pid) });
  const draft = `${file}.${process.pid}.${crypto.randomUUID()}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        // link() is atomic and the file is whole from its first moment.
        linkSync(draft, file);
        return () => {
          if (read(file)?.text === mine) rmSync(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const held = read(file);
      if (!held) continue;
      if (held.holder.pid > 0 && alive(held.holder)) {
        throw new Error(
          `The data folder ${folder} is in use by process ${held.holder.pid}: stop it, or set DATA_DIR to another folder.`,
        );
      }
      // Move the dead lock aside; if somebody replaced it meanwhile, put theirs back.
      const aside = `${draft}.stale`;
      try {
        renameSync(file, aside);
      } catch {
        continue;
      }
      if (readFileSync(aside, "utf8") !== held.text && held.text !== "") linkSync(aside, file);
      rmSync(aside, { force: true });
    }
    throw new Error(`The data folder ${folder} is being taken by another process: try again.`);
  } finally {
    rmSync(draft, { force: true });
  }
};
