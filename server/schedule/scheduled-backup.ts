import path from "node:path";
import type { Database } from "#backend/core/database/database.ts";
import { ROOT } from "../root.ts";
import type { Config } from "../settings/config.ts";
import { runChild } from "./run-child.ts";

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
 * Makes the backup of the schedule in a process of its own at the lowest priority. Rejects with its reason
 * if there is none, or if something is not in it.
 */
export const runScheduledBackup = async (signal: AbortSignal): Promise<void> => {
  const file = path.join(ROOT, "server/commands/backup.ts");
  await runChild(file, [], { cwd: ROOT, signal });
};
