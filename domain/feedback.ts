import { z } from "zod";

/** What the database refuses too (spec 2 section 5; lengths are ours). */
export const feedbackSchema = z.object({
  rating: z.number().int().min(1, "Please select a rating").max(5, "Please select a rating"),
  title: z
    .string()
    .trim()
    .min(1, "Title is required")
    .max(150, "Please keep the title to 150 characters"),
  description: z.string().trim().max(4000, "Please keep the description to 4,000 characters"),
});

export const replySchema = z.object({
  text: z
    .string()
    .trim()
    .min(1, "Please write a reply")
    .max(2000, "Please keep the reply to 2,000 characters"),
});

/** Why a moderator acts: kept with the change (P-16). */
export const reasonSchema = z
  .string()
  .trim()
  .min(1, "Please give a reason")
  .max(500, "Please keep the reason to 500 characters");

/** A moderator edits what feedback says, and never its stars (P-34). */
export const moderationSchema = feedbackSchema
  .omit({ rating: true })
  .extend({ reason: reasonSchema });
