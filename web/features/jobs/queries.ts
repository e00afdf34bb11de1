import { JOBS_PAGE, type JobFilter } from "#domain/jobs.ts";
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
  user_id: string;
  status: string;
  posted_date: string;
}

const COLUMNS =
  "id, title, description, category, categories, location, budget, budget_type, user_id, status, posted_date";

const PENCE = 100;

/** Wildcards in what somebody typed are letters like any other. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

export interface JobPage {
  total: number;
  jobs: Job[];
}

/**
 * Open jobs, newest first. A budget filter finds jobs whose own bounds overlap the wanted ones
 * (decision 23); a job that states no number is found only while any budget will do.
 */
export const loadJobs = async (db: Db, filter: JobFilter, page: number): Promise<JobPage> => {
  let query = db.from("jobs").select(COLUMNS, { count: "exact" }).eq("status", "open");
  if (filter.category) query = query.contains("category_keys", [filter.category]);
  if (filter.location) query = query.ilike("location", `%${literal(filter.location)}%`);
  if (filter.budgetType !== "any") {
    query =
      filter.budgetType === "range"
        ? query.not("budget_type", "is", null)
        : query.eq("budget_type", filter.budgetType);
    if (filter.minBudget !== null) {
      query = query.or(`budget_max.gte.${filter.minBudget * PENCE},budget_max.is.null`);
    }
    if (filter.maxBudget !== null) {
      query = query.or(`budget_min.lte.${filter.maxBudget * PENCE},budget_min.is.null`);
    }
  }
  const first = (page - 1) * JOBS_PAGE;
  const { data, count, error } = await query
    .order("posted_date", { ascending: false })
    .order("id")
    .range(first, first + JOBS_PAGE - 1);
  // 416: the page lies behind the last row, which an old link may do.
  if (error && error.code !== "PGRST103") throw error;
  return { total: count ?? 0, jobs: data ?? [] };
};

/** One open job, or null. */
export const loadJob = async (db: Db, id: string): Promise<Job | null> => {
  const { data, error } = await db.from("jobs").select(COLUMNS).eq("id", id).maybeSingle();
  if (error?.code === "22P02") return null;
  if (error) throw error;
  return data;
};
