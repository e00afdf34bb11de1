import { z } from "zod";
import { senderSchema } from "#domain/accounts/sender.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { MOST_PICTURES } from "#domain/values/media.ts";
import { requiredText, shortText } from "#domain/values/texts.ts";

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

const READY_ANSWERS = [
  "I can do this. When would suit you?",
  "Could you send me a picture?",
  "Could I come and have a look first?",
] as const;

/**
 * Sentences for a provider's first answer to a client, which is the one that should be quick; none for the client,
 * also when the provider wrote first.
 */
export const readyAnswers = (
  talk: { provider_id: string; messages: readonly { author_id: string | null }[] },
  reader: string,
): readonly string[] =>
  talk.provider_id === reader && talk.messages.every(({ author_id }) => author_id !== reader)
    ? READY_ANSWERS
    : [];

export type AnswerValues = z.output<typeof answerSchema>;
export type EnquiryValues = z.output<typeof enquirySchema>;

/** The visitor's form: its subject is made of the message. */
export const startEnquirySchema = senderSchema.extend(enquirySchema.pick({ message: true }).shape);

/** What this browser calls an unsent enquiry of a person to a provider. */
export const enquiryDraft = (providerId: string, userId: string): string =>
  `enquiry:${userId}:${providerId}`;
