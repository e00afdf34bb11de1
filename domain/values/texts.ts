import { z } from "zod";
import { INVALID_PHONE } from "../accounts-messages.ts";
import { isEmailAddress } from "./email-address.ts";
import { INPUT_LIMITS, tooLong } from "./limits.ts";
import { isPhoneNumber } from "./phone.ts";

/** A trimmed text of at most so many characters. */
export const shortText = (longest: number, what?: string) =>
  z.string().trim().max(longest, tooLong(longest, what));

/** The same, refused with `missing` if it is empty. */
export const requiredText = (missing: string, longest: number, what?: string) =>
  z.string().trim().min(1, missing).max(longest, tooLong(longest, what));

/** A text of either kind that is an email address, or empty. */
export const emailText = (text: ReturnType<typeof shortText>) =>
  text.refine((typed) => typed === "" || isEmailAddress(typed), "Invalid email address");

/** A text of either kind that is a telephone number, or empty. */
export const phoneText = (text: ReturnType<typeof shortText>) =>
  text.refine((typed) => typed === "" || isPhoneNumber(typed), INVALID_PHONE);

/** An admin's reason for a change, stored with it (P-16). */
export const reasonSchema = requiredText("Please give a reason", INPUT_LIMITS.reason, "the reason");
