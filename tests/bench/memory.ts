import { readdirSync, readFileSync } from "node:fs";

const KIB = 1024;

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
};

/** A process and all below it. */
export const processTree = (root: number): number[] => {
  const below = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const stat = read(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    below.set(parent, [...(below.get(parent) ?? []), Number(name)]);
  }
  const walk = (pid: number): number[] => [pid, ...(below.get(pid) ?? []).flatMap(walk)];
  return walk(root);
};

/** Bytes of a process's proportional set size: pages shared by several count by their part. */
const pssOf = (pid: number): { all: number; shared: number } => {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) * KIB;
  return { all: bytes("Pss"), shared: bytes("Pss_Shmem") };
};

/** Bytes of a site with its database, functions and workers, by the name of their programs. */
export const memoryOf = (pid: number): { total: number; byProgram: Map<string, number> } => {
  const byProgram = new Map<string, number>();
  const add = (name: string, bytes: number) =>
    bytes > 0 && byProgram.set(name, (byProgram.get(name) ?? 0) + bytes);
  let total = 0;
  for (const each of processTree(pid)) {
    const { all, shared } = pssOf(each);
    const [program = "", file = ""] = read(`/proc/${each}/cmdline`).split("\0");
    const name = `${program.split("/").at(-1)} ${file.split("/").at(-1)}`.split(":")[0] ?? "";
    add(name, all - shared);
    add("shared memory of the database", shared);
    total += all;
  }
  return { total, byProgram };
};

export const megabytes = (bytes: number): string => `${(bytes / KIB ** 2).toFixed(0)} MB`;
