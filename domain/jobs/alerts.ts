import { z } from "zod";
import { LIMITS } from "#domain/values/limits.ts";
import { shortText } from "#domain/values/texts.ts";
import { MOST_JOB_CATEGORIES, TOO_MANY_JOB_CATEGORIES } from "./messages.ts";

/** How often a job alert may send a mail. */
export const ALERT_FREQUENCIES = ["immediately", "daily", "weekly"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

export const FREQUENCY_LABELS: Record<AlertFrequency, string> = {
  immediately: "Immediately",
  daily: "At most once a day",
  weekly: "At most once a week",
};

/** The most alerts for one person; the database has the same limit. */
export const MOST_ALERTS = 10;

/** The form of a job alert; the database has the same rules. */
export const alertSchema = z.object({
  categories: z.array(z.string()).max(MOST_JOB_CATEGORIES, TOO_MANY_JOB_CATEGORIES),
  area: shortText(LIMITS.job_alerts.area, "the area"),
  frequency: z.enum(ALERT_FREQUENCIES),
});
export type AlertChoice = z.infer<typeof alertSchema>;
