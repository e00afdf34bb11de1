/** How many days a job is shown before it expires. */
export const JOB_DAYS = 30;

/** The highest limit that a poster may set on the number of providers who unlock the contact. */
export const MOST_REVEALS = 100;

/** What each means, and which may follow which: docs/lifecycles.md. */
export type JobState = "open" | "closed" | "expired" | "paused" | "stopped";
