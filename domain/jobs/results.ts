import { z } from "zod";
import type { JobState } from "./lifecycle.ts";

/** The public columns of a job, without its contact. */
const job = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  categories: z.array(z.string()),
  location: z.string().nullable(),
  budget: z.string().nullable(),
  budget_type: z.string().nullable(),
  /** Pence. */
  budget_min: z.number().nullable(),
  budget_max: z.number().nullable(),
  user_id: z.string(),
  status: z.string(),
  posted_date: z.string(),
  /** Addresses, at most five. */
  pictures: z.array(z.string()),
  /** When an open job closes by itself. */
  expires_at: z.string(),
  /** How many providers may unlock the contact; null if its poster set no limit. */
  reveal_limit: z.number().nullable(),
  /** How many more providers may unlock the contact; null if its poster set no limit. */
  reveals_left: z.number().nullable(),
  /** From the place of the search, if it measures; null where the job's place is not known. */
  miles: z.number().nullish(),
});
export type Job = z.output<typeof job>;

const jobPage = z.strictObject({
  total: z.number(),
  jobs: z.array(job),
  /** The search was for the area around a place. */
  place: z
    .strictObject({ name: z.string(), area: z.string().nullable(), within: z.number() })
    .nullish(),
});
export type JobPage = z.output<typeof jobPage>;

const shown = z.enum([
  "open",
  "closed",
  "expired",
  "paused",
  "stopped",
  "hired",
  "done",
] satisfies JobState[]);

/** The job in an address: shown, or why not. */
const requestedJob = z.union([
  z.strictObject({ state: shown, job }),
  z.strictObject({ state: z.enum(["closed", "unknown"]), job: z.null() }),
]);
export type RequestedJob = z.output<typeof requestedJob>;

/** The job that a 'still looking?' mail is about. */
const jobQuestion = z.strictObject({
  title: z.string(),
  status: z.string(),
  expires_at: z.string(),
  answer: z.enum(["yes", "no"]).nullable(),
});
export type JobQuestion = z.output<typeof jobQuestion>;

/** Whom the poster of a job hired, for the two of them. */
const jobHire = z.strictObject({
  outcome: z.enum(["here", "elsewhere", "nobody"]).nullable(),
  provider: z.string().nullable(),
  provider_id: z.string().nullable(),
  /** A day; null where none was agreed. */
  starts_on: z.string().nullable(),
  /** The provider says that the work is done. */
  said_done: z.boolean(),
  /** The poster. */
  client: z.string(),
  /** Reopening asks for the contact again. */
  contact_erased: z.boolean(),
  /** The provider says that they were hired. */
  confirmed: z.boolean(),
  /** The poster has reviewed it; the provider reads that on their own page. */
  reviewed: z.boolean(),
  /** Their conversation. */
  enquiry_id: z.string().nullable(),
  /** Who may be named as hired without a quote; for the poster only. */
  candidates: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type JobHire = z.output<typeof jobHire>;

/** Who was told of a job, and whom its poster may ask by name. */
const jobAnswers = z.strictObject({
  /** Those who fit have been told. */
  is_told: z.boolean(),
  told_count: z.number(),
  seen_count: z.number(),
  quote_count: z.number(),
  /** How many more may be asked now. */
  places: z.number(),
  people: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      title: z.string().nullable(),
      image_url: z.string().nullable(),
      listed: z.boolean(),
      location: z.string().nullable(),
      miles: z.number().nullable(),
      covers: z.boolean(),
      /** Only a category of the same group is theirs. */
      related: z.boolean(),
      rating_average: z.number().nullable(),
      rating_count: z.number(),
      reply_minutes: z.number().nullable(),
      /** Null for who was not asked. */
      state: z.enum(["waiting", "seen", "quoted", "declined", "silent"]).nullable(),
    }),
  ),
});

/** What the functions about jobs give as JSON. */
export const jobResults = {
  search_jobs: jobPage,
  job_page: requestedJob,
  job_question: jobQuestion.nullable(),
  job_hire: jobHire.nullable(),
  job_answers: jobAnswers.nullable(),
  answer_job_question: jobQuestion,
};
