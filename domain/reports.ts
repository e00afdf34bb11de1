import { z } from "zod";
import { DISAGREEMENT_REQUIRED } from "./reports-messages.ts";
import { INPUT_LIMITS, LIMITS } from "./values/limits.ts";
import { requiredText, shortText } from "./values/texts.ts";

/** What can be reported; the database has the same list (supabase/schemas/reports.sql). */
export const REPORT_TARGETS = ["profile", "job", "feedback", "message"] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];

const TARGETS: Readonly<Record<string, string>> = {
  profile: "Profile",
  job: "Job",
  lead: "Contact",
  feedback: "Feedback",
  message: "Message",
};

export const reportTargetLabel = (target: string): string => TARGETS[target] ?? target;

/** Why something is reported, in the order of the form. */
export const REPORT_REASONS = {
  spam: "Spam or advertising",
  misleading: "False or misleading",
  offensive: "Offensive or abusive",
  impersonation: "Impersonates someone",
  private: "Shares someone's private information",
  illegal: "Against the law",
  other: "Something else",
} as const;

/** What was wrong with a contact that a member unlocked: the reasons of a report of a lead. */
export const LEAD_PROBLEMS = {
  "wrong number": "The phone number is wrong",
  "bounced mail": "My email came back",
  "already hired": "They had already hired someone",
  "never existed": "The person or the job doesn't exist",
} as const;
export type LeadProblem = keyof typeof LEAD_PROBLEMS;

const REASONS: Readonly<Record<string, string>> = { ...REPORT_REASONS, ...LEAD_PROBLEMS };

export const reportReasonLabel = (reason: string): string => REASONS[reason] ?? reason;

/** The states of a case, in order. */
export const REPORT_STATES = {
  open: "Open",
  "in review": "In review",
  upheld: "Upheld",
  rejected: "Not upheld",
  appealed: "Appealed",
} as const;
export type ReportState = keyof typeof REPORT_STATES;

export const reportStateLabel = (state: string): string =>
  Object.hasOwn(REPORT_STATES, state) ? REPORT_STATES[state as ReportState] : state;

/** The states in which an admin still has to act. */
export const WAITING_STATES = ["open", "in review", "appealed"] as const satisfies ReportState[];

export const isWaiting = (state: string): state is (typeof WAITING_STATES)[number] =>
  WAITING_STATES.some((waiting) => waiting === state);

export const reportSchema = z
  .object({
    reason: z.string().min(1, "Please choose a reason"),
    details: shortText(LIMITS.reports.details),
    email: shortText(INPUT_LIMITS.email).refine(
      (text) => text === "" || /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/.test(text),
      "Invalid email address",
    ),
  })
  .refine(({ reason, details }) => reason !== "other" || details !== "", {
    path: ["details"],
    error: "Please say what is wrong",
  });

export type ReportValues = z.output<typeof reportSchema>;

export const appealSchema = z.object({
  words: requiredText(DISAGREEMENT_REQUIRED, LIMITS.reports.appeal_text),
});
export const decisionSchema = z.object({
  uphold: z.string().min(1, "Please decide"),
  /** Hide what was reported at once, if it is upheld. */
  hide: z.boolean().optional(),
  reason: requiredText("Please give a reason", LIMITS.reports.outcome_reason),
});
