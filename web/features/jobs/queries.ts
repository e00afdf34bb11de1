import { JOBS_PAGE, type JobFilter } from "#domain/jobs.ts";
import type { JobState } from "#domain/jobs-lifecycle.ts";
import type { Db } from "#web/session/site.ts";

/** A job as anybody may read it: without its contact. */
export interface Job {
  id: string;
  title: string;
  description: string;
  category: string;
  categories: string[];
  location: string | null;
  budget: string | null;
  budget_type: string | null;
  /** Pence. */
  budget_min: number | null;
  budget_max: number | null;
  user_id: string;
  status: string;
  posted_date: string;
  /** How many more providers may unlock the contact; null while its poster set no limit. */
  reveals_left: number | null;
}

const PENCE = 100;
const pence = (pounds: number | null): number | undefined =>
  pounds === null ? undefined : Math.round(pounds * PENCE);

export interface JobPage {
  total: number;
  jobs: Job[];
  /** What is around a postcode was looked for. */
  place: { name: string; area: string | null; within: number } | null;
}

const search = async (
  db: Db,
  { category, location, budgetType, minBudget, maxBudget }: JobFilter,
  more: { page_size: number; page_offset?: number; posted_after?: string },
): Promise<JobPage> => {
  const { data, error } = await db.rpc(
    "search_jobs",
    {
      category: category || undefined,
      location: location || undefined,
      budget_type: budgetType,
      budget_min: pence(minBudget),
      budget_max: pence(maxBudget),
      ...more,
    },
    { get: true },
  );
  if (error) throw error;
  return data as unknown as JobPage;
};

/**
 * Open jobs, newest first. A budget filter finds jobs whose own bounds overlap the wanted ones
 * (P-23); a job that states no number is found only while any budget will do.
 */
export const loadJobs = (db: Db, filter: JobFilter, page: number): Promise<JobPage> =>
  search(db, filter, { page_size: JOBS_PAGE, page_offset: (page - 1) * JOBS_PAGE });

/** How many matching jobs were posted after a moment. */
export const countNewJobs = async (db: Db, filter: JobFilter, after: string): Promise<number> =>
  (await search(db, filter, { page_size: 0, posted_after: after })).total;

/** A job that an address names: shown, or why it is not. */
export type RequestedJob =
  | { state: JobState; job: Job }
  | { state: "closed" | "unknown"; job: null };

/** The job of ?job=. One that is no longer open is shown to its poster and to admins only. */
export const loadJob = async (db: Db, id: string): Promise<RequestedJob> => {
  const { data, error } = await db.rpc("job_page", { job_id: id }, { get: true });
  // No id at all.
  if (error?.code === "22P02") return { state: "unknown", job: null };
  if (error) throw error;
  return data as unknown as RequestedJob;
};
