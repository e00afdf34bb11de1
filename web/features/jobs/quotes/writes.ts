import type { AnswerValues } from "#domain/enquiries/enquiries.ts";
import { type QuoteValues, quoteColumns } from "#domain/jobs/quotes.ts";
import type { Db } from "#web/session/database.ts";
import type { JobQuote } from "./queries.ts";

export const NOT_SAVED = "This was not saved. Please try again.";

export const sendQuote = async (db: Db, jobId: string, values: QuoteValues): Promise<void> => {
  const { price_min, price_max, earliest_start, ...columns } = quoteColumns(values);
  await db
    .rpc("send_quote", {
      job_id: jobId,
      ...columns,
      ...(price_min === null ? {} : { price_min }),
      ...(price_max === null ? {} : { price_max }),
      ...(earliest_start === null ? {} : { earliest_start }),
    })
    .throwOnError();
};

export const withdrawQuote = async (db: Db, jobId: string): Promise<void> => {
  await db.rpc("withdraw_quote", { job_id: jobId }).throwOnError();
};

type ReadQuote = Pick<JobQuote, "provider_id" | "updated_at">;

/** Accepts the quote as it was read; another version is refused. */
export const acceptQuote = async (db: Db, jobId: string, quote: ReadQuote): Promise<void> => {
  const { provider_id, updated_at: seen } = quote;
  await db.rpc("accept_quote", { job_id: jobId, provider_id, seen }).throwOnError();
};

export const declineQuote = async (
  db: Db,
  jobId: string,
  { provider_id, updated_at: seen }: ReadQuote,
  reason: string,
): Promise<void> => {
  await db.rpc("decline_quote", { job_id: jobId, provider_id, seen, reason }).throwOnError();
};

/** @returns the conversation's id */
export const writeAboutQuote = async (
  db: Db,
  jobId: string,
  providerId: string,
  { message, pictures }: AnswerValues,
): Promise<string> => {
  const { data } = await db
    .rpc("write_about_quote", { job_id: jobId, provider_id: providerId, message, pictures })
    .throwOnError();
  return data;
};

/** Somebody here by their id, else `elsewhere` or `nobody`. */
export const markHired = async (db: Db, jobId: string, choice: string): Promise<void> => {
  const named = choice !== "elsewhere" && choice !== "nobody";
  await db
    .rpc("mark_job_hired", {
      job_id: jobId,
      outcome: named ? "here" : choice,
      ...(named ? { provider_id: choice } : {}),
    })
    .throwOnError();
};

/** The provider confirms being hired for a job without a quote. */
export const confirmHire = async (db: Db, jobId: string): Promise<void> => {
  await db.rpc("confirm_hire", { job_id: jobId }).throwOnError();
};

export const markDone = async (db: Db, jobId: string): Promise<void> => {
  await db.rpc("mark_job_done", { job_id: jobId }).throwOnError();
};
