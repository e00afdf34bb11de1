import type { AlertChoice, AlertFrequency } from "#domain/jobs/alerts.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";

export interface JobAlert {
  id: string;
  categories: string[];
  area: string | null;
  frequency: AlertFrequency;
  is_on: boolean;
}

/** A provider's own alerts, oldest first. */
export const loadJobAlerts = async (db: Db, userId: string): Promise<JobAlert[]> => {
  const { data } = await db
    .from("job_alerts")
    .select("id, categories, area, frequency, is_on")
    .eq("user_id", userId)
    .order("created_at")
    .throwOnError();
  return data as JobAlert[];
};

export const addJobAlert = async (db: Db, choice: AlertChoice, userId: string): Promise<void> => {
  await db
    .from("job_alerts")
    .insert({
      user_id: userId,
      categories: choice.categories,
      area: choice.area.trim() || null,
      frequency: choice.frequency,
    })
    .throwOnError();
};

export const changeJobAlert = async (
  db: Db,
  id: string,
  change: Partial<Pick<JobAlert, "is_on" | "frequency">>,
): Promise<void> => {
  await changedRows(db.from("job_alerts").update(change).eq("id", id).select("id"));
};

export const removeJobAlert = async (db: Db, id: string): Promise<void> => {
  await changedRows(db.from("job_alerts").delete().eq("id", id).select("id"));
};
