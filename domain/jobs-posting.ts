import { z } from "zod";
import { MOST_REVEALS } from "./jobs-lifecycle.ts";

/** What the form offers as the number of professionals who may unlock the contact; null: any. */
export const REVEAL_LIMITS = [null, 3, 5, 10, 20] as const;

/** The form of /post-job; what the database refuses too (spec 2 section 5; lengths are ours). */
export const jobSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, "Job title is required")
    .max(150, "Please keep the title to 150 characters"),
  description: z
    .string()
    .trim()
    .min(1, "Description is required")
    .max(5000, "Please keep the description to 5,000 characters"),
  categories: z
    .array(z.string())
    .min(1, "You must select a service category for your job posting.")
    .max(10, "Please choose at most 10 categories"),
  location: z.string().trim().max(120, "Please keep the location to 120 characters"),
  budget: z.string().trim().max(100, "Please keep the budget to 100 characters"),
  contactName: z.string().trim().max(120, "Please keep the name to 120 characters"),
  contactEmail: z
    .string()
    .trim()
    .min(1, "Contact email is required")
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Invalid email address")
    .max(200, "Please keep the address to 200 characters"),
  contactPhone: z.string().trim().max(40, "Please keep the number to 40 characters"),
  revealLimit: z.number().int().min(1).max(MOST_REVEALS).nullable(),
});
