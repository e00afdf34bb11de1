import { z } from "zod";
import type { AccountType } from "./accounts.ts";

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

/** What follows from the request, at once and after the waiting period, for this type of account. */
export const deletionSteps = (
  accountType: AccountType | string | null | undefined,
): { now: string; later: string } => {
  const signedOut = "you're signed out everywhere";
  if (accountType === "provider") {
    return {
      now: `${signedOut}, your profile is hidden, and your membership won't renew.`,
      later:
        "your profile, files and sign-in are erased for good. Your reviews of others stay, without your name.",
    };
  }
  if (accountType === "client") {
    return {
      now: `${signedOut}, and your jobs close.`,
      later:
        "your profile, jobs, files and sign-in are erased for good. Your reviews stay, without your name.",
    };
  }
  return { now: `${signedOut}.`, later: "your profile, files and sign-in are erased for good." };
};
