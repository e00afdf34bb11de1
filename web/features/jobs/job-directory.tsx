import { type ReactNode, Suspense } from "react";
import { useNavigation } from "react-router";
import { type CategoryGroup, mainOf } from "#domain/categories/categories.ts";
import { isFiltered, type JobFilter, pageCount, writeJobFilter } from "#domain/jobs/jobs.ts";
import { placeName } from "#domain/values/places.ts";
import { lazy } from "#web/session/parts.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { EmailJobs } from "./email-jobs.tsx";
import { JobBar } from "./job-bar.tsx";
import { JobCard, type JobViewer } from "./job-card.tsx";
import { JobDetail } from "./job-detail.tsx";
import { JobFilters } from "./job-filters.tsx";
import { JobRows } from "./job-row.tsx";
import { JobSortSelect } from "./job-sort.tsx";
import { NewJobsButton } from "./new-jobs-button.tsx";
import { NoJobs } from "./no-jobs.tsx";
import { usePostedJob } from "./posted-job.ts";
import type { Job, JobPage, RequestedJob } from "./queries.ts";
import { RequestRows } from "./request-rows.tsx";
import { UpgradeMessage } from "./upgrade-message.tsx";

/** Without it, where the connection is lost, the new job is still the first of the list. */
const JobPosted = lazy(() => import("./job-posted.tsx").catch(() => ({ default: () => null })));

/** The address of one job over the current list. */
const jobHref = (here: string, id: string): string =>
  `/job-directory${here}${here ? "&" : "?"}job=${id}`;

/** From where the search measured, or why it did not. */
const Around = ({ filter, list }: { filter: JobFilter; list: JobPage }) => {
  const { location, within, sort } = filter;
  const { place } = list;
  if (!place) {
    const why = !location
      ? sort === "nearest" && "Add a town or postcode to sort by distance. Newest first until then."
      : list.total > 0 &&
        (within > 0 || sort === "nearest") &&
        `We don't know where “${location}” is, so these are the jobs that name it.`;
    return why && <span className="block text-sm">{why}</span>;
  }
  return (
    <span className="block text-sm">
      <span>
        Within {place.within} miles of {placeName(place.name)}.
      </span>
      {place.area && (
        <span>
          {` Distances for ${place.area} postcodes are measured from the centre of ${placeName(place.name)}.`}
        </span>
      )}
    </span>
  );
};

/** The jobs when their list cannot be shown, with its filters. */
export const JobDirectoryProblem = ({
  filter,
  groups,
  children,
}: {
  filter: JobFilter;
  groups: CategoryGroup[];
  /** The reason, if it is known. */
  children: ReactNode;
}) => (
  <Container className="pb-20">
    <PageHeader title="Job Directory" />
    <JobFilters filter={filter} groups={groups} />
    <div className="mt-6">
      <LoadProblem title="Failed to load jobs">{children || undefined}</LoadProblem>
    </div>
  </Container>
);

/** Where to go from a job that is not the right one: to jobs of its kind, or if there are none to the newest. */
const OtherJobs = ({
  jobs,
  of,
  here,
}: {
  jobs: Job[];
  /** The category of the job above. */
  of: string | undefined;
  here: string;
}) => {
  const similar = jobs.filter(({ category }) => of && mainOf(category) === mainOf(of));
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby="other-jobs" className="mt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="other-jobs" className="text-xl">
          {of && similar.length > 0 ? `More in ${mainOf(of)}` : "Other open jobs"}
        </h2>
        <Link to={`/job-directory${here}`} className="link">
          See all jobs
        </Link>
      </div>
      <JobRows jobs={similar.length > 0 ? similar : jobs} href={(id) => jobHref(here, id)} />
    </section>
  );
};

/** The job directory (spec 2 section 2); `?job=` opens one of them, with a few others beneath. */
export const JobDirectory = ({
  filter,
  page,
  list,
  requested,
  groups,
  viewer,
  loadedAt,
}: {
  filter: JobFilter;
  page: number;
  list: JobPage;
  /** The job that the address names with ?job=. */
  requested: RequestedJob | null;
  groups: CategoryGroup[];
  viewer: JobViewer | null;
  /** When the list was loaded, by the server's clock. */
  loadedAt: string;
}) => {
  const navigation = useNavigation();
  const mayPost = useMayPostJobs();
  const posted = usePostedJob();
  const here = writeJobFilter(filter, page);
  const loading = navigation.location?.pathname === "/job-directory";
  const filtered = isFiltered(filter);
  if (requested) {
    return (
      <Container className="pb-20 max-sm:has-data-bottom-bar:pb-8">
        <JobDetail requested={requested} viewer={viewer} back={`/job-directory${here}`} />
        {/* An admin judges this job, its poster reads the quotes, who won it works: none looks for another. */}
        {!viewer?.isAdmin &&
          !viewer?.won &&
          !(viewer && viewer.userId === requested.job?.user_id) && (
            <OtherJobs
              jobs={list.jobs.filter(({ id }) => id !== requested.job?.id).slice(0, 4)}
              of={requested.job?.category}
              here={here}
            />
          )}
        {requested.job && <JobBar job={requested.job} state={requested.state} viewer={viewer} />}
      </Container>
    );
  }
  return (
    <Container className="pb-20">
      {posted && (
        <Suspense fallback={null}>
          <JobPosted />
        </Suspense>
      )}
      <PageHeader
        title="Job Directory"
        lead={
          posted
            ? "Professionals find your job here."
            : "Anyone can browse. Members also see contact details."
        }
        actions={
          mayPost &&
          !posted && (
            <ButtonLink to="/post-job" variant="outline" className="max-sm:hidden">
              Post a Job
            </ButtonLink>
          )
        }
      />
      {/* Someone who has just posted a job isn't looking for one. */}
      {!posted && <JobFilters filter={filter} groups={groups} />}
      <div
        className={cx(
          "mt-6 flex flex-wrap items-center justify-between gap-y-3",
          list.total > 0 && "mb-4",
        )}
      >
        <p role="status" className="text-ink-soft">
          {loading && <span>Loading jobs…</span>}
          {!loading && list.total > 0 && (
            <span>{`${list.total} ${list.total === 1 ? "job" : "jobs"} found`}</span>
          )}
          {/* The empty list says the same to those who see it. */}
          {!loading && list.total === 0 && filtered && (
            <span className="sr-only">0 jobs found</span>
          )}
          {!loading && <Around filter={filter} list={list} />}
        </p>
        <NewJobsButton filter={filter} since={loadedAt} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {viewer?.isProvider && (
            <Link to="/account?tab=notifications" className="link text-sm">
              Emails about new jobs
            </Link>
          )}
          <div hidden={list.total === 0}>
            <JobSortSelect sort={filter.sort} />
          </div>
        </div>
      </div>
      {viewer && <RequestRows jobs={viewer.requests} />}
      {loading ? (
        <Skeletons count={2} label="Loading jobs…" />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface empty:hidden">
          {list.jobs.map((job) => (
            <li key={job.id}>
              <JobCard job={job} viewer={viewer} href={jobHref(here, job.id)} />
            </li>
          ))}
        </ul>
      )}
      {!loading && list.total === 0 && <NoJobs filter={filter} place={list.place} />}
      <div className="mt-10 empty:hidden">
        <Pagination
          page={page}
          pageCount={pageCount(list.total)}
          label="Pages of jobs"
          href={(number) => `/job-directory${writeJobFilter(filter, number)}`}
        />
      </div>
      {!posted && <EmailJobs filter={filter} />}
      <UpgradeMessage />
    </Container>
  );
};
