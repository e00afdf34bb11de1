import { labelOf } from "#domain/categories/categories.ts";
import { leaveFeedbackPath } from "#domain/feedback/feedback.ts";
import { tradePeople } from "#domain/providers/trades.ts";
import { dayAhead, formatDay } from "#domain/values/dates.ts";
import type { MyJob } from "./queries.ts";

/** What became of a poster's job, and the one thing to do about it. */
interface NextStep {
  /** A sentence or two. */
  says: string;
  label: string;
  to: string;
  /** Somebody waits for the poster. */
  waits: boolean;
}

/** Where the people of a job's trade are listed. */
const peopleNear = ({ category, location }: MyJob): string => {
  const search = new URLSearchParams({ category });
  if (location) search.set("location", location);
  return `/directory?${search}`;
};

const people = (count: number): string =>
  count === 1 ? "1 professional has" : `${count} professionals have`;

const whileOpen = (job: MyJob, page: string): NextStep => {
  const { quotes, new_quotes: unread, unlocks } = job;
  if (quotes > 0) {
    const many =
      unread > 0
        ? unread === quotes
          ? `${quotes} new quotes.`
          : `${quotes} quotes, ${unread} of them new.`
        : `${quotes} quotes to decide on.`;
    return {
      says: quotes > 1 ? many : unread > 0 ? "A new quote has arrived." : "One quote to decide on.",
      label: quotes === 1 ? "Read the quote" : "Compare quotes",
      to: page,
      waits: true,
    };
  }
  return {
    says:
      unlocks > 0
        ? `${people(unlocks)} your contact details. No quotes yet.`
        : "No quotes yet. Ask someone yourself while you wait.",
    label: `Find ${job.location ? "local " : ""}${tradePeople(labelOf(job.category))}`,
    to: peopleNear(job),
    waits: false,
  };
};

const whileHired = ({ provider, starts_on: starts, said_done: done }: MyJob, page: string) => {
  const name = provider ?? "the professional";
  if (done)
    return {
      says: `${name} says the work is done. Is it?`,
      label: "Confirm it's done",
      to: page,
      waits: true,
    };
  const due = starts !== null && starts < dayAhead(0);
  return {
    says: due
      ? `${name} was due to start on ${formatDay(starts)}.`
      : `You hired ${name}.${starts ? ` The earliest start is ${formatDay(starts)}.` : ""}`,
    label: due ? "Is it done?" : "See what you agreed",
    to: page,
    waits: due,
  };
};

/** With the price from which the quotes start, if they can be compared: '3 new quotes, from £90.' */
export const withPrice = (says: string, from: string | null): string =>
  from ? says.replace(/\.$/, `, ${from}.`) : says;

/** The next step of a job; null for one that is over, until its poster wishes otherwise. */
export const nextStepOf = (job: MyJob): NextStep | null => {
  const page = `/job-directory?job=${job.id}`;
  if (job.status === "open") return whileOpen(job, page);
  if (job.status === "hired") return whileHired(job, page);
  if (job.status !== "done" || !job.provider_id || !job.may_review) return null;
  return {
    says: `${job.provider} has finished. How was it?`,
    label: `Leave feedback for ${job.provider}`,
    to: leaveFeedbackPath(job.provider_id, job.id),
    waits: true,
  };
};

/** The jobs that have a next step: first those that somebody waits for, then the newest. */
export const activeJobs = (jobs: readonly MyJob[]): MyJob[] => {
  const order = (job: MyJob) => (nextStepOf(job)?.waits ? 0 : 1);
  return jobs.filter((job) => nextStepOf(job)).toSorted((a, b) => order(a) - order(b));
};
