import { ACCOUNT_LABELS } from "./accounts.ts";
import type { Lifecycle } from "./values/lifecycle.ts";

/** How many days a job is shown before it expires, and how many days before that its poster is asked. */
export const JOB_DAYS = 30;
const JOB_REMINDER_DAYS_BEFORE = 5;
/** The highest limit that a poster may set on the number of providers who unlock the contact. */
export const MOST_REVEALS = 100;

export type JobState = "open" | "closed" | "expired" | "paused" | "stopped";

const POSTER = "its poster";
const CLOCK = "the clock";
const ADMIN = "an admin";
const LINK = "whoever holds the mail's link";

/** The lifecycle of a job. The database's own copy is private.job_transitions. */
export const JOB_LIFECYCLE: Lifecycle<JobState> = {
  noun: "Job",
  about:
    "Only an open job is shown to others and only its contact can be unlocked for the first time.",
  states: {
    open: "In the directory; members may unlock the contact while the poster's limit is not reached.",
    closed: "The poster takes no more enquiries. Seen by its poster and by admins.",
    expired: `Nobody said within ${JOB_DAYS} days that it is still wanted. Seen as a closed one is.`,
    paused: "Its poster's account is switched off. Shown to nobody but admins.",
    stopped:
      "An admin closed it, with a reason. Its poster sees it and may delete it, and cannot reopen it.",
  },
  events: [
    {
      name: "post",
      from: null,
      to: "open",
      by: [`${ACCOUNT_LABELS.client} with a confirmed address`],
      says: `Shown for ${JOB_DAYS} days.`,
    },
    {
      name: "still looking",
      from: "open",
      to: "open",
      by: [LINK],
      says: `Asked ${JOB_REMINDER_DAYS_BEFORE} days before the end; yes gives ${JOB_DAYS} more days.`,
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
    {
      name: "switch off",
      from: "open",
      to: "paused",
      by: ["whoever deactivates the account"],
      says: "All open jobs of the account go at once.",
    },
    {
      name: "switch on",
      from: "paused",
      to: "open",
      by: ["whoever activates the account"],
      says: "They come back, with the days that are left.",
    },
    ...(["open", "closed", "expired", "paused"] as const).map((from) => ({
      name: "stop",
      from,
      to: "stopped" as const,
      by: [ADMIN],
      says: "The poster is told why.",
    })),
    ...(["open", "paused"] as const).map((to) => ({
      name: "allow",
      from: "stopped" as const,
      to,
      by: [ADMIN],
      says: `For ${JOB_DAYS} more days, or when the account is on again. The poster is told.`,
    })),
    ...(["open", "closed", "expired", "paused", "stopped"] as const).map((from) => ({
      name: "delete",
      from,
      to: null,
      by: [POSTER, ADMIN],
      says: "Nothing of it is left, nor of who unlocked it.",
    })),
  ],
};
