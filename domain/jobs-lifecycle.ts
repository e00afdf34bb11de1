import type { Lifecycle } from "./lifecycle.ts";

/** How long a job is shown before it expires, and how long before that its poster is asked. */
export const JOB_DAYS = 30;
export const JOB_ASKED_DAYS_BEFORE = 5;
/** The most that a poster may set as the number of providers who may unlock the contact. */
export const MOST_REVEALS = 100;

export type JobState = "open" | "closed" | "expired";

const POSTER = "its poster";
const CLOCK = "the clock";
const LINK = "whoever holds the mail's link";

/** The life of a job. The database's own copy is private.job_transitions. */
export const JOB_LIFECYCLE: Lifecycle<JobState> = {
  noun: "Job",
  about:
    "Only an open job is shown to others and only its contact can be unlocked for the first time.",
  states: {
    open: "In the directory; members may unlock the contact while the poster's limit is not reached.",
    closed: "The poster takes no more enquiries. Seen by its poster and by admins.",
    expired: `Nobody said within ${JOB_DAYS} days that it is still wanted. Seen as a closed one is.`,
  },
  events: [
    {
      name: "post",
      from: null,
      to: "open",
      by: ["a confirmed client"],
      says: `Shown for ${JOB_DAYS} days.`,
    },
    {
      name: "still looking",
      from: "open",
      to: "open",
      by: [LINK],
      says: `Asked ${JOB_ASKED_DAYS_BEFORE} days before the end; yes gives ${JOB_DAYS} more days.`,
    },
    {
      name: "close",
      from: "open",
      to: "closed",
      by: [POSTER, LINK],
      says: "Stops further reveals at once.",
    },
    {
      name: "expire",
      from: "open",
      to: "expired",
      by: [CLOCK],
      says: "When the time is over without an answer; the poster is told.",
    },
    {
      name: "reopen",
      from: "closed",
      to: "open",
      by: [POSTER],
      says: `For ${JOB_DAYS} more days, at its old place in the list.`,
    },
    {
      name: "revive",
      from: "expired",
      to: "open",
      by: [POSTER, LINK],
      says: `For ${JOB_DAYS} more days, at its old place in the list.`,
    },
    ...(["open", "closed", "expired"] as const).map((from) => ({
      name: "delete",
      from,
      to: null,
      by: [POSTER],
      says: "Nothing of it is left, nor of who unlocked it.",
    })),
  ],
};
