import { z } from "zod";

/** The word that a person types to request the deletion of their account. */
export const DELETION_WORD = "DELETE";
/** Days in which signing in cancels it (P-19); the database counts them. */
export const GRACE_DAYS = 14;

/** The request for deletion. */
export const deletionForm = z.object({
  confirmation: z
    .string()
    .trim()
    .refine((typed) => typed === DELETION_WORD, `Please type ${DELETION_WORD} to confirm`),
});
