import { z } from "zod";

/** Lengths and count a day, as the database holds them too (migration enquiries). */
export const SUBJECT_LONGEST = 150;
const MESSAGE_LONGEST = 5000;

const message = z
  .string()
  .trim()
  .min(1, "Please write a message")
  .max(MESSAGE_LONGEST, "Please use at most 5,000 characters");

export const enquirySchema = z.object({
  subject: z
    .string()
    .trim()
    .min(1, "Add a subject")
    .max(SUBJECT_LONGEST, "Please use at most 150 characters"),
  message,
});

export const answerSchema = z.object({ message });

export type EnquiryValues = z.output<typeof enquirySchema>;
