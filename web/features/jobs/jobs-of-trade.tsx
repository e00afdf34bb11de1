import { type JobFilter, NO_FILTER, writeJobFilter } from "#domain/jobs/jobs.ts";
import { timeAgo } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PANEL_ROW, PANEL_ROWS, Panel } from "#web/ui/panel.tsx";
import { type Job, loadJobs } from "./queries.ts";
import { RequestRows } from "./request-rows.tsx";
import { loadRequests, type RequestedOfMe } from "./requests.ts";

/** The newest jobs that suit a provider, and the search that found them. */
export interface JobsOfTrade {
  filter: JobFilter;
  jobs: readonly Job[];
  /** Those whose posters have asked the provider by name, which come first. */
  requests: readonly RequestedOfMe[];
}

/** The newest open jobs of a provider's first category; of all categories if none is open there. */
export const loadJobsOfTrade = async (
  db: Db,
  categories: readonly string[] | null,
): Promise<JobsOfTrade> => {
  const requests = await loadRequests(db);
  for (const category of categories?.slice(0, 1) ?? []) {
    const filter = { ...NO_FILTER, category };
    const { jobs } = await loadJobs(db, filter, 1);
    if (jobs.length > 0) return { filter, jobs, requests };
  }
  return { filter: NO_FILTER, jobs: (await loadJobs(db, NO_FILTER, 1)).jobs, requests };
};

/** The newest jobs of a provider's trade. */
export const NewJobs = ({ found }: { found: JobsOfTrade | null }) => {
  const all = `/job-directory${found ? writeJobFilter(found.filter) : ""}`;
  return (
    <Panel
      id="new-jobs"
      title={found?.filter.category ? "New jobs in your trade" : "New jobs"}
      all={{ to: all, label: "See all" }}
    >
      {!found && <LoadProblem title="Failed to load jobs" />}
      {found?.jobs.length === 0 && (
        <p className="mt-3 text-ink-soft">
          No open jobs at the moment. We email members when one in their trade and area is posted.
        </p>
      )}
      <RequestRows jobs={found?.requests ?? []} />
      <ul className="mt-1">
        {found?.jobs.slice(0, PANEL_ROWS).map((job) => (
          <li key={job.id} className={PANEL_ROW}>
            <Link to={`/job-directory?job=${job.id}`} className="link wrap-anywhere">
              {job.title}
            </Link>
            <p className="dotted text-sm text-ink-soft">
              {job.location && <span>{job.location}</span>}
              <span>{job.budget ?? "Budget to be agreed"}</span>
              <time dateTime={job.posted_date}>{timeAgo(job.posted_date)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
