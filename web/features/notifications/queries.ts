import type { ChoiceColumn, Choices } from "#domain/notifications/notifications.ts";
import type { Database } from "#supabase/database.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";

/** A person's choices, and their earlier choices about marketing, newest first. */
export const loadNotifications = async (db: Db, userId: string) => {
  const [choices, consents] = await Promise.all([
    db
      .from("notification_settings")
      .select(
        "email_notifications, marketing, job_alerts, provider_updates, job_alerts_daily, job_trades",
      )
      .eq("user_id", userId)
      .single()
      .throwOnError(),
    db
      .from("consents")
      .select("id, granted, source, created_at")
      .eq("user_id", userId)
      .eq("purpose", "marketing")
      .order("id", { ascending: false })
      .limit(10)
      .throwOnError(),
  ]);
  return { choices: choices.data satisfies Choices, consents: consents.data };
};

/** How a provider hears of new jobs. */
export type JobChoicesRow = Pick<
  Database["public"]["Tables"]["notification_settings"]["Row"],
  "job_alerts_daily" | "job_trades"
>;

export type Notifications = Awaited<ReturnType<typeof loadNotifications>>;

export const NOT_SAVED = "Your notification settings could not be saved. Please try again.";

const save = (db: Db, userId: string, change: Partial<Choices & JobChoicesRow>) =>
  changedRows(
    db.from("notification_settings").update(change).eq("user_id", userId).select("user_id"),
  );

/** Saves one switch; the database records consents. */
export const saveChoice = async (
  db: Db,
  { userId, column, isOn }: { userId: string; column: ChoiceColumn; isOn: boolean },
) => {
  await save(db, userId, { [column]: isOn });
};

export const saveJobChoices = async (db: Db, userId: string, change: Partial<JobChoicesRow>) => {
  await save(db, userId, change);
};
