import { readFileSync } from "node:fs";

/**
 * Milliseconds that a process has run on a processor so far (Linux): on a busy machine the clock says more
 * about the machine than about the work.
 */
export const ranFor = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
