import { z } from "zod";
import { senderSchema } from "#domain/accounts/sender.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { MOST_PICTURES } from "#domain/values/media.ts";
import { emailText, phoneText, requiredText, shortText } from "#domain/values/texts.ts";
import { MOST_JOB_CATEGORIES, TOO_MANY_JOB_CATEGORIES } from "./messages.ts";

/** The form's choices for the number of professionals who may unlock the contact; null: any. */
export const REVEAL_LIMITS = [null, 3, 5, 10, 20] as const;

/** The form of /post-job; the database has the same rules (spec 2 section 5). */
export const jobSchema = z.object({
  title: requiredText("Job title is required", LIMITS.jobs.title, "the title"),
  description: requiredText("Description is required", LIMITS.jobs.description, "the description"),
  categories: z
    .array(z.string())
    .min(1, "You must select a service category for your job posting.")
    .max(MOST_JOB_CATEGORIES, TOO_MANY_JOB_CATEGORIES),
  location: shortText(LIMITS.jobs.location, "the location"),
  budget: shortText(LIMITS.jobs.budget, "the budget"),
  contact_name: shortText(LIMITS.jobs.contact_name, "the name"),
  contact_email: emailText(
    requiredText("Contact email is required", LIMITS.jobs.contact_email, "the address"),
  ),
  contact_phone: phoneText(shortText(LIMITS.jobs.contact_phone, "the number")),
  /** Addresses. */
  pictures: z.array(z.string()).max(MOST_PICTURES),
  /** How many providers may unlock the contact; null means no limit. */
  reveal_limit: z.number().int().min(1).max(LIMITS.jobs.reveal_limit).nullable(),
});

export type NewJob = z.infer<typeof jobSchema>;

/** The visitor's form of /post-job: six fields, and the rest of the rules as above. */
export const startJobSchema = senderSchema.extend({
  what: requiredText("Please say what you need", LIMITS.jobs.description, "the description"),
  ...jobSchema.pick({ categories: true, location: true, budget: true }).shape,
});
