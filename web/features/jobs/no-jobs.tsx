import { isFiltered, type JobFilter, writeJobFilter } from "#domain/jobs/jobs.ts";
import { RADII } from "#domain/values/places.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { JobPage } from "./queries.ts";

const ALTERNATIVES = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** What to change where nothing matched: first a place that is unknown, or that no job names. */
const adviceFor = (filter: JobFilter, place: JobPage["place"]): string => {
  const { location, within } = filter;
  if (location && !place && within > 0) {
    return `We don't know where “${location}” is. Check the spelling, or try a postcode.`;
  }
  // Beside other filters, jobs there may be missing for another reason.
  if (location && !place && !isFiltered({ ...filter, location: "" })) {
    return `No open jobs in “${location}”. Check the spelling, or widen the distance.`;
  }
  const others = [
    filter.keyword && "other words",
    location && "a greater distance",
    filter.category && "another category",
    filter.budgetType !== "any" && "another budget",
  ].filter((part) => typeof part === "string" && part !== "");
  return `Try ${ALTERNATIVES.format(others as string[])}.`;
};

/** Twenty-five miles, or the next greater distance; nothing where we could not measure. */
const widerOf = ({ location, within }: JobFilter, place: JobPage["place"]) =>
  location && (place || within === 0)
    ? RADII.find((miles) => miles >= 25 && miles > within)
    : undefined;

export const NoJobs = ({ filter, place }: { filter: JobFilter; place: JobPage["place"] }) => {
  const within = widerOf(filter, place);
  const wider = within && (
    <ButtonLink
      to={`/job-directory${writeJobFilter({ ...filter, within })}`}
      variant={place ? "solid" : "outline"}
    >
      Search within {within} miles
    </ButtonLink>
  );
  const all = (
    <ButtonLink to="/job-directory" variant={within && place ? "outline" : "solid"}>
      See all jobs
    </ButtonLink>
  );
  return isFiltered(filter) ? (
    <EmptyState
      title="No jobs found matching your filters"
      action={
        // A place that we do not know may have no jobs within any distance.
        place ? (
          <>
            {wider}
            {all}
          </>
        ) : (
          <>
            {all}
            {wider}
          </>
        )
      }
    >
      <p className="wrap-anywhere">{adviceFor(filter, place)}</p>
    </EmptyState>
  ) : (
    <EmptyState title="No jobs yet">
      <p>Jobs appear here as soon as they are posted.</p>
    </EmptyState>
  );
};
