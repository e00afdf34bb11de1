import { z } from "zod";
import { LEAD_PROBLEMS, type LeadProblem } from "./reports.ts";
import { LEAD_PROBLEM_REQUIRED } from "./reports-messages.ts";
import { LIMITS } from "./values/limits.ts";
import { shortText } from "./values/texts.ts";

/** By how many days a membership is extended for one dead lead; the database has the same limits. */
export const DAYS_BACK = 3;
/** The most days back within a year. */
export const MOST_DAYS_BACK = 30;
/** For how many days after the unlock a lead can be reported. */
export const LEAD_REPORT_DAYS = 30;

export const leadReportSchema = z.object({
  problem: z
    .string()
    .refine((text): text is LeadProblem => text in LEAD_PROBLEMS, LEAD_PROBLEM_REQUIRED),
  details: shortText(LIMITS.reports.details),
});

export type LeadReport = z.output<typeof leadReportSchema> & { jobId: string };
