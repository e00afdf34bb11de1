import { z } from "zod";
import { MOST_PICTURES } from "./providers-pictures.ts";
import { LIMITS } from "./values/limits.ts";
import { requiredText, shortText } from "./values/texts.ts";

/** Words, pictures or both. */
export const answerSchema = z
  .object({
    message: shortText(LIMITS.enquiry_messages.body),
    pictures: z.array(z.string()).max(MOST_PICTURES),
  })
  .refine(({ message, pictures }) => message !== "" || pictures.length > 0, {
    path: ["message"],
    error: "Please write a message",
  });

export const enquirySchema = z.object({
  subject: requiredText("Add a subject", LIMITS.enquiries.subject),
  message: requiredText("Please write a message", LIMITS.enquiry_messages.body),
  pictures: z.array(z.string()).max(MOST_PICTURES),
});

/** Sentences for a first answer, which is the one that should be quick. */
export const READY_ANSWERS = [
  "I can do this. When would suit you?",
  "Could you send me a picture?",
  "Could I come and have a look first?",
] as const;

export type AnswerValues = z.output<typeof answerSchema>;
export type EnquiryValues = z.output<typeof enquirySchema>;
