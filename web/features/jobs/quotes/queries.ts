import type { JobHire } from "#domain/jobs/results.ts";
import type { Db } from "#web/session/database.ts";

export type { JobHire } from "#domain/jobs/results.ts";

export const QUOTES_PAGE = 20;

/** The database marks them as seen. */
const loadJobQuotes = async (db: Db, jobId: string) => {
  const { data } = await db.rpc("open_job_quotes", { job_id: jobId }).throwOnError();
  return data;
};
export type JobQuote = Awaited<ReturnType<typeof loadJobQuotes>>[number];

/** Whom the person hired for their own job, or the hire of the provider; null for others. */
export const loadHire = async (db: Db, jobId: string): Promise<JobHire | null> => {
  const { data } = await db.rpc("job_hire", { job_id: jobId }).throwOnError();
  return data;
};

/** The quotes for the person's own job, and whom they hired. */
export const loadQuotesAndHire = async (db: Db, jobId: string) => {
  const [quotes, hire] = await Promise.all([loadJobQuotes(db, jobId), loadHire(db, jobId)]);
  return { quotes, hire };
};

/** The provider's own quote for a job, or null. */
export const loadOwnQuote = async (db: Db, jobId: string, userId: string) => {
  const { data } = await db
    .from("job_quotes")
    .select(
      "message, price_type, price_min, price_max, vat, earliest_start, valid_until, pictures, state, reason, seen_at",
    )
    .eq("job_id", jobId)
    .eq("provider_id", userId)
    .maybeSingle()
    .throwOnError();
  return data;
};
export type OwnQuote = NonNullable<Awaited<ReturnType<typeof loadOwnQuote>>>;

/** The provider's quotes and hires, first the work that they won. */
export const loadMyQuotes = async (db: Db, page = 1) => {
  const { data } = await db
    .rpc("my_quotes", { page_size: QUOTES_PAGE, page_offset: (page - 1) * QUOTES_PAGE })
    .throwOnError();
  return { quotes: data, total: data[0]?.total_count ?? 0 };
};
export type MyQuote = Awaited<ReturnType<typeof loadMyQuotes>>["quotes"][number];

/** The work that the provider won and that is not done, or not confirmed by them. */
export const loadWonWork = async (db: Db): Promise<MyQuote[]> => {
  const { quotes } = await loadMyQuotes(db);
  return quotes.filter(
    ({ mine, readable, job_status, confirmed }) =>
      mine && readable && (job_status === "hired" || !confirmed),
  );
};
