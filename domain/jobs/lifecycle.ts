/** How many days a job is shown before it expires. */
export const JOB_DAYS = 30;
/** How many days after a job has ended its contact is erased. */
export const CONTACT_DAYS = 90;

/** What each means, and which may follow which: docs/lifecycles.md. */
export type JobState = "open" | "closed" | "expired" | "paused" | "stopped" | "hired" | "done";
