import { z } from "zod";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { requiredText, shortText } from "#domain/values/texts.ts";
import { DISAGREEMENT_REQUIRED } from "./messages.ts";

/** What can be reported; the database has the same list (supabase/schemas/reports.sql). */
export const REPORT_TARGETS = ["profile", "job", "feedback", "message"] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];

const TARGETS: Readonly<Record<string, string>> = {
  profile: "Profile",
  job: "Job",
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
  contact: "The contact details are no use",
  illegal: "Against the law",
  other: "Something else",
} as const;

/** The reasons that the form offers: only a job has contact details to unlock. */
export const reasonsOf = (target: ReportTarget) =>
  Object.entries(REPORT_REASONS).filter(([reason]) => reason !== "contact" || target === "job");

export const reportReasonLabel = (reason: string): string =>
  REPORT_REASONS[reason as keyof typeof REPORT_REASONS] ?? reason;

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
