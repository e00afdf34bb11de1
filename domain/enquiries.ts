import { z } from "zod";
import { LIMITS } from "./values/limits.ts";
import { requiredText } from "./values/texts.ts";

const message = requiredText("Please write a message", LIMITS.enquiry_messages.body);

export const enquirySchema = z.object({
  subject: requiredText("Add a subject", LIMITS.enquiries.subject),
  message,
});

export const answerSchema = z.object({ message });

export type EnquiryValues = z.output<typeof enquirySchema>;
