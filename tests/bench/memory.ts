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
export const pssOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * KIB;

/** Bytes of a site with its database, functions and workers, by the name of their programs. */
export const memoryOf = (pid: number): { total: number; byProgram: Map<string, number> } => {
  const byProgram = new Map<string, number>();
  let total = 0;
  for (const each of processTree(pid)) {
    const bytes = pssOf(each);
    const [program = "", file = ""] = read(`/proc/${each}/cmdline`).split("\0");
    const name = `${program.split("/").at(-1)} ${file.split("/").at(-1)}`.split(":")[0] ?? "";
    byProgram.set(name, (byProgram.get(name) ?? 0) + bytes);
    total += bytes;
  }
  return { total, byProgram };
};

export const megabytes = (bytes: number): string => `${(bytes / KIB ** 2).toFixed(0)} MB`;
