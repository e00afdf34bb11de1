import { z } from "zod";
import { senderSchema } from "#domain/accounts/sender.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { MOST_PICTURES } from "#domain/values/media.ts";
import { reasonSchema, requiredText, shortText } from "#domain/values/texts.ts";

/** The database has the same rules (spec 2 section 5). */
export const feedbackSchema = z.object({
  rating: z
    .number()
    .int()
    .min(1, "Please select a rating")
    .max(LIMITS.feedback.rating, "Please select a rating"),
  title: requiredText("Title is required", LIMITS.feedback.title, "the title"),
  description: shortText(LIMITS.feedback.description, "the description"),
});

/** What the form sends besides the words. */
export const newFeedbackSchema = feedbackSchema.extend({
  pictures: z.array(z.string()).max(MOST_PICTURES),
  inPortfolio: z.boolean(),
});

/**
 * Whether to offer the feedback form: once for each hire or else once for each provider, not before the work of a hire,
 * and not to the provider. Visitors log in first. The database refuses the same, but for feedback without a hire.
 */
export const mayGiveFeedback = (
  viewer: { userId: string; given: string | null; opensAt: string | null } | null,
  providerId: string,
): boolean =>
  !viewer || (viewer.userId !== providerId && viewer.given === null && viewer.opensAt === null);

/** Where a client writes feedback; about the hire for one job, if there is one. */
export const leaveFeedbackPath = (providerId: string, jobId: string | null): string =>
  `/directory/${providerId}?tab=feedback${jobId ? `&job=${jobId}` : ""}#leave-feedback`;

/** How many earlier customers a provider may ask by email. */
export const INVITED_A_WEEK = 20;

/** The address that a provider gives to earlier customers. */
export const reviewPath = (code: string): string => `/review/${code}`;

/** Where a mail about a review leads, besides: its token does the one thing, by a press. */
export const stopReviewsPath = (token: string): string => `/review/stop?token=${token}`;
export const removeReviewPath = (token: string): string => `/review/remove?token=${token}`;

/** The fewest verified hires for which an average is shown; private.response_facts uses the same minimum (P-45). */
export const FEWEST_CASES = 5;

/** The labels of feedback, with what each means (P-45). */
export const FEEDBACK_LABELS = {
  hire: {
    name: "Verified hire",
    meaning: "The customer accepted a quote here, or both sides confirmed the hire.",
  },
  invited: {
    name: "Asked for a review",
    meaning: "The professional asked this customer for feedback. The work was not arranged here.",
  },
  contact: {
    name: "In contact",
    meaning: "The two were in contact here, through a job or messages that were answered.",
  },
} as const;

/** A hire says more than contact. */
export const labelOf = (item: {
  verified: boolean;
  in_contact: boolean;
  invited: boolean;
}): keyof typeof FEEDBACK_LABELS | null =>
  item.verified ? "hire" : item.invited ? "invited" : item.in_contact ? "contact" : null;

/** Of a review by the provider's link: who asked, and that nobody here knows of the work. */
export const invitedBy = (provider: string): string =>
  `Asked for a review by ${provider}, work not arranged here`;

/** A review by a provider's link, of somebody without an account. The database has the same rules. */
export const invitedReviewSchema = feedbackSchema.extend({
  work: requiredText("Please say what the work was.", LIMITS.feedback.work, "what the work was"),
  worked_on: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "Please say in which month it was done."),
  ...senderSchema.shape,
});

/** How many months back the form offers. */
export const MONTHS_BACK = 60;

export const replySchema = z.object({
  text: requiredText("Please write a reply", LIMITS.feedback_replies.reply_text, "the reply"),
});

/** A moderator edits the text of feedback, and never its stars (P-34). */
export const moderationSchema = feedbackSchema
  .omit({ rating: true })
  .extend({ reason: reasonSchema });
