import type { JobPage, RequestedJob } from "#domain/jobs/results.ts";

export type { Job, JobPage, RequestedJob } from "#domain/jobs/results.ts";

import { PENCE_PER_POUND } from "#domain/jobs/budget.ts";
import { JOBS_PAGE, type JobFilter } from "#domain/jobs/jobs.ts";
import type { NewJob } from "#domain/jobs/posting.ts";
import type { Db } from "#web/session/database.ts";
import { revealContact } from "./contacts.ts";

const pence = (pounds: number | null): number | undefined =>
  pounds === null ? undefined : Math.round(pounds * PENCE_PER_POUND);

const search = async (
  db: Db,
  { keyword, category, location, within, budgetType, minBudget, maxBudget, sort }: JobFilter,
  more: { page_size: number; page_offset?: number; posted_after?: string },
): Promise<JobPage> => {
  const { data } = await db
    .rpc(
      "search_jobs",
      {
        category: category || undefined,
        location: location || undefined,
        words: keyword || undefined,
        within: within || undefined,
        sort: sort === "newest" ? undefined : sort,
        budget_type: budgetType,
        budget_min: pence(minBudget),
        budget_max: pence(maxBudget),
        ...more,
      },
      { get: true },
    )
    .throwOnError();
  return data;
};

/**
 * Open jobs in the order of the filter. A budget filter finds jobs whose own bounds overlap it (P-23); a job without an
 * amount is found only without a budget filter.
 */
export const loadJobs = (db: Db, filter: JobFilter, page: number): Promise<JobPage> =>
  search(db, filter, { page_size: JOBS_PAGE, page_offset: (page - 1) * JOBS_PAGE });

/** How many matching jobs were posted after a given time. */
export const countNewJobs = async (db: Db, filter: JobFilter, after: string): Promise<number> =>
  (await search(db, filter, { page_size: 0, posted_after: after })).total;

/** The job of ?job=. One that is no longer open is shown to its poster and to admins only. */
export const loadJob = async (db: Db, id: string): Promise<RequestedJob> => {
  const { data, error } = await db.rpc("job_page", { job_id: id }, { get: true });
  // Not a valid id.
  if (error?.code === "22P02") return { state: "unknown", job: null };
  if (error) throw error;
  return data;
};

export interface EditableJob extends NewJob {
  /** Its contact was erased after it had ended: whoever enters it again reopens the job. */
  reopens: boolean;
}

/** The person's own job in the form's shape, or null. */
export const loadEditable = async (
  db: Db,
  jobId: string,
  userId: string,
): Promise<EditableJob | null> => {
  const { data: job, error } = await db
    .from("jobs")
    .select("title, description, categories, location, budget, reveal_limit, status, pictures")
    .eq("id", jobId)
    .eq("posted_by", userId)
    .maybeSingle();
  if (error && error.code !== "22P02") throw error;
  if (!job) return null;
  const contact = await revealContact(db, jobId);
  return {
    title: job.title,
    description: job.description,
    categories: job.categories,
    location: job.location ?? "",
    budget: job.budget ?? "",
    contact_name: contact.contact_name ?? "",
    contact_email: contact.contact_email ?? "",
    reopens: contact.contact_email === null && ["closed", "expired"].includes(job.status),
    contact_phone: contact.contact_phone ?? "",
    pictures: job.pictures,
    reveal_limit: job.reveal_limit,
  };
};
