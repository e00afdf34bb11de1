import type { Job } from "#domain/jobs/results.ts";
import type { Db } from "#web/session/database.ts";

/** Who was told of the person's own job, and whom they may ask by name; null for another person's. */
export const loadJobAnswers = async (db: Db, jobId: string) => {
  const { data } = await db.rpc("job_answers", { job_id: jobId }).throwOnError();
  return data;
};
export type JobAnswers = NonNullable<Awaited<ReturnType<typeof loadJobAnswers>>>;

/** Each by name; again changes nothing. */
export const requestQuotes = async (
  db: Db,
  jobId: string,
  providers: readonly string[],
): Promise<void> => {
  for (const provider of providers)
    await db.rpc("ask_provider", { job_id: jobId, provider_id: provider }).throwOnError();
};

/** A member has opened a job's page. @returns the request by name, if the poster has made one */
export const noteSeen = async (db: Db, jobId: string) => {
  const { data } = await db.rpc("see_job", { job_id: jobId }).throwOnError();
  return data[0] ?? null;
};
export type JobRequest = NonNullable<Awaited<ReturnType<typeof noteSeen>>>;

export const declineRequest = async (db: Db, jobId: string): Promise<void> => {
  await db.rpc("decline_ask", { job_id: jobId }).throwOnError();
};

export type RequestedOfMe = Pick<Job, "id" | "title" | "location" | "budget" | "posted_date">;

/** The open jobs whose posters wait for the caller's word, the newest request first; people read their own only. */
export const loadRequests = async (db: Db): Promise<RequestedOfMe[]> => {
  const { data } = await db
    .from("job_matches")
    .select("job:jobs!inner(id, title, location, budget, posted_date, quotes:job_quotes(state))")
    .not("asked_at", "is", null)
    .is("declined_at", null)
    .eq("job.status", "open")
    .order("asked_at", { ascending: false })
    .limit(20)
    .throwOnError();
  // Of quotes a provider reads their own only.
  return data.flatMap(({ job }) => (job.quotes.length > 0 ? [] : [job]));
};
