import type { ReactNode } from "react";
import { daysUntil } from "#domain/values/dates.ts";
import { PostedAgo } from "./posted-ago.tsx";
import type { Job } from "./queries.ts";

/** A job says when it closes from this many days before. */
const SOON = 5;

/** How many more providers may unlock the contact; nothing if the poster set no limit. */
export const PlacesLeft = ({ job }: { job: Pick<Job, "reveal_limit" | "reveals_left"> }) =>
  (job.reveals_left ?? 0) > 0 && (
    <span className="font-semibold text-warning">
      {job.reveals_left} of {job.reveal_limit} {job.reveal_limit === 1 ? "place" : "places"} left
    </span>
  );

/** When a job closes: 'tomorrow', 'in 3 days'. */
const closes = (job: Pick<Job, "expires_at">): string => {
  const days = Math.max(0, daysUntil(job.expires_at));
  return days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
};

/** 'Closes tomorrow', in the last days of a job. */
export const ClosesSoon = ({ job }: { job: Pick<Job, "expires_at"> }) =>
  daysUntil(job.expires_at) <= SOON && <span>Closes {closes(job)}</span>;

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grow basis-36 bg-surface px-4 py-3 sm:px-5">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

/** What the poster knows, in a line above the quotes. */
export const OwnJobFacts = ({ job, state }: { job: Job; state: string }) => (
  <p className="dotted -mt-2 text-sm text-ink-soft">
    <span>{job.budget ?? "Budget to be agreed"}</span>
    {job.location && <span>{job.location}</span>}
    <span>
      Posted <PostedAgo at={job.posted_date} />
    </span>
    {state === "open" && <span>Closes {closes(job)}</span>}
  </p>
);

/** `Fact`s side by side. */
export const FactTiles = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
    {children}
  </dl>
);

/** What a provider decides by: budget, place, age, end and places left. */
export const JobFacts = ({ job, state }: { job: Job; state: string }) => (
  <FactTiles>
    <Fact label="Budget">{job.budget ?? "To be agreed"}</Fact>
    {job.location && <Fact label="Location">{job.location}</Fact>}
    <Fact label="Posted">
      <PostedAgo at={job.posted_date} />
    </Fact>
    {state === "open" && (
      <Fact label="Closes">
        <span className="inline-block first-letter:uppercase">{closes(job)}</span>
      </Fact>
    )}
    {state === "open" && job.reveals_left !== null && (
      <Fact label="Places">{job.reveals_left > 0 ? <PlacesLeft job={job} /> : "All taken"}</Fact>
    )}
  </FactTiles>
);
