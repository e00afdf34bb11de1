import path from "node:path";
import type { Log } from "supabase-compatible-backend/core";
import type { Database } from "supabase-compatible-backend/database";
import { INCOMPLETE, NOT_IN_IT } from "../commands/backup-result.ts";
import { ROOT } from "../root.ts";
import type { Config } from "../settings/config.ts";
import { ChildFailure, runChild } from "./run-child.ts";

/** The task in `private.scheduled_tasks`; this program carries it out, not an Edge function. */
export const BACKUP_TASK = "back-up";

/** Schedules backups as the settings say, or removes them from the schedule. */
export const scheduleBackups = async (
  db: Database,
  { BACKUP_TO, BACKUP_EVERY }: Config,
): Promise<void> => {
  if (!BACKUP_TO) {
    await db.query("delete from private.scheduled_tasks where name = $1", [BACKUP_TASK]);
    return;
  }
  await db.query(
    `insert into private.scheduled_tasks (name, run_every, function_name)
     values ($1, make_interval(hours => $2), $1)
     on conflict (name) do update set run_every = excluded.run_every`,
    [BACKUP_TASK, BACKUP_EVERY],
  );
};

/**
 * Makes the backup of the schedule in a process of its own at a low priority. Rejects with its reason
 * if there is none. A good backup with missing files counts as a success, and what is missing is logged: the
 * next one would miss it too, so it is not tried again.
 */
export const runScheduledBackup =
  (log: Log) =>
  async (signal: AbortSignal): Promise<void> => {
    const file = path.join(ROOT, "server/commands/backup.ts");
    try {
      await runChild(file, [], { cwd: ROOT, signal });
    } catch (error) {
      if (!(error instanceof ChildFailure) || error.code !== INCOMPLETE) throw error;
      const missing = error.message.split("\n").filter((line) => line.startsWith(NOT_IN_IT));
      log.warn("backup.incomplete", { missing });
    }
  };
