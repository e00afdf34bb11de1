import { writeFileSync } from "node:fs";
import os from "node:os";
import type pg from "pg";

/**
 * Gives the PostgreSQL process of this session the priority of the program, where that is allowed. Linux first shares the
 * processor between sessions of the system, of which each process of PostgreSQL is one, so the session gets it too
 * (sched(7), "The autogroup feature"). Without it a process at priority 19 has as much of a core as one at 0.
 */
export const lowerPriority = async (
  client: pg.Client,
  priority = os.getPriority(),
): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  try {
    os.setPriority(pid, priority);
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // The process is another user's, or the system does not share between sessions.
  }
};
