import { type QuoteValues, quoteColumns } from "#domain/jobs-quotes.ts";
import type { JobHire } from "#domain/jobs-results.ts";
import type { Db } from "#web/session/database.ts";

export type { JobHire } from "#domain/jobs-results.ts";

export const QUOTES_PAGE = 20;

export const NOT_SAVED = "This was not saved. Please try again.";

/** The database marks them as seen. */
const loadJobQuotes = async (db: Db, jobId: string) => {
  const { data, error } = await db.rpc("open_job_quotes", { job_id: jobId });
  if (error) throw error;
  return data;
};
export type JobQuote = Awaited<ReturnType<typeof loadJobQuotes>>[number];

const loadHire = async (db: Db, jobId: string): Promise<JobHire | null> => {
  const { data, error } = await db.rpc("job_hire", { job_id: jobId });
  if (error) throw error;
  return data;
};

/** The quotes for the person's own job, and whom they hired. */
export const loadQuotesAndHire = async (db: Db, jobId: string) => {
  const [quotes, hire] = await Promise.all([loadJobQuotes(db, jobId), loadHire(db, jobId)]);
  return { quotes, hire };
};

/** The provider's own quote for a job, or null. */
export const loadOwnQuote = async (db: Db, jobId: string, userId: string) => {
  const { data, error } = await db
    .from("job_quotes")
    .select(
      "message, price_type, price_min, price_max, vat, earliest_start, valid_until, pictures, state, reason, seen_at",
    )
    .eq("job_id", jobId)
    .eq("provider_id", userId)
    .maybeSingle();
  if (error) throw error;
  return data;
};
export type OwnQuote = NonNullable<Awaited<ReturnType<typeof loadOwnQuote>>>;

/** The provider's quotes and hires, newest first. */
export const loadMyQuotes = async (db: Db, page = 1) => {
  const { data, error } = await db.rpc("my_quotes", {
    page_size: QUOTES_PAGE,
    page_offset: (page - 1) * QUOTES_PAGE,
  });
  if (error) throw error;
  return { quotes: data, total: data[0]?.total_count ?? 0 };
};
export type MyQuote = Awaited<ReturnType<typeof loadMyQuotes>>["quotes"][number];

export const sendQuote = async (db: Db, jobId: string, values: QuoteValues): Promise<void> => {
  const { price_min, price_max, earliest_start, ...columns } = quoteColumns(values);
  const { error } = await db.rpc("send_quote", {
    job_id: jobId,
    ...columns,
    ...(price_min === null ? {} : { price_min }),
    ...(price_max === null ? {} : { price_max }),
    ...(earliest_start === null ? {} : { earliest_start }),
  });
  if (error) throw error;
};

export const withdrawQuote = async (db: Db, jobId: string): Promise<void> => {
  const { error } = await db.rpc("withdraw_quote", { job_id: jobId });
  if (error) throw error;
};

type ReadQuote = Pick<JobQuote, "provider_id" | "updated_at">;

/** Accepts the quote as it was read; another version is refused. */
export const acceptQuote = async (db: Db, jobId: string, quote: ReadQuote): Promise<void> => {
  const { provider_id, updated_at: seen } = quote;
  const { error } = await db.rpc("accept_quote", { job_id: jobId, provider_id, seen });
  if (error) throw error;
};

export const declineQuote = async (
  db: Db,
  jobId: string,
  { provider_id, updated_at: seen }: ReadQuote,
  reason: string,
): Promise<void> => {
  const { error } = await db.rpc("decline_quote", { job_id: jobId, provider_id, seen, reason });
  if (error) throw error;
};

/** @returns the conversation's id */
export const writeAboutQuote = async (
  db: Db,
  jobId: string,
  providerId: string,
  message: string,
): Promise<string> => {
  const { data, error } = await db.rpc("write_about_quote", {
    job_id: jobId,
    provider_id: providerId,
    message,
  });
  if (error) throw error;
  return data;
};

/** Somebody here by their id, else `elsewhere` or `nobody`. */
export const markHired = async (db: Db, jobId: string, choice: string): Promise<void> => {
  const named = choice !== "elsewhere" && choice !== "nobody";
  const { error } = await db.rpc("mark_job_hired", {
    job_id: jobId,
    outcome: named ? "here" : choice,
    ...(named ? { provider_id: choice } : {}),
  });
  if (error) throw error;
};

export const markDone = async (db: Db, jobId: string): Promise<void> => {
  const { error } = await db.rpc("mark_job_done", { job_id: jobId });
  if (error) throw error;
};
