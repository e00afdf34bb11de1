import { isFiltered, type JobFilter } from "#domain/jobs.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { JobPage } from "./queries.ts";

/** What to change where nothing matched: first a place that is unknown, or that no job names. */
const adviceFor = (filter: JobFilter, place: JobPage["place"]): string => {
  const { location, within } = filter;
  if (location && !place && within > 0) {
    return `We don't know where “${location}” is. Check the spelling, or try a postcode.`;
  }
  // Beside other filters, jobs there may be missing for another reason.
  if (location && !place && !isFiltered({ ...filter, location: "" })) {
    return `No open job names “${location}”. Check the spelling, or choose a distance.`;
  }
  return "Try other words, a greater distance, another category or a wider budget.";
};

export const NoJobs = ({ filter, place }: { filter: JobFilter; place: JobPage["place"] }) =>
  isFiltered(filter) ? (
    <EmptyState
      title="No jobs found matching your filters"
      action={
        <ButtonLink to="/job-directory" variant="solid">
          See all jobs
        </ButtonLink>
      }
    >
      <p className="wrap-anywhere">{adviceFor(filter, place)}</p>
    </EmptyState>
  ) : (
    <EmptyState title="No jobs yet">
      <p>Jobs appear here as soon as they are posted.</p>
    </EmptyState>
  );
