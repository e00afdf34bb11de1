import { z } from "zod";
import { PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { BUSINESS_NAME_REQUIRED } from "#domain/accounts/messages.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { emailText, requiredText, shortText } from "#domain/values/texts.ts";

/** /claim-business: name, email and password are required (spec 2 section 5). */
export const claimForm = z.object({
  name: requiredText("Name is required", INPUT_LIMITS.full_name),
  email: emailText(requiredText("Email is required", INPUT_LIMITS.email)),
  password: z
    .string()
    .min(1, "Password is required")
    .refine(
      (typed) => typed === "" || lengthOf(typed) >= PASSWORD_MIN,
      `Password must be at least ${PASSWORD_MIN} characters`,
    ),
});
export type ClaimForm = z.output<typeof claimForm>;

/** The add dialog of /admin/businesses. A person who confirms the email can claim without an admin. */
export const businessForm = z.object({
  name: requiredText(BUSINESS_NAME_REQUIRED, LIMITS.businesses.business_name),
  email: emailText(shortText(LIMITS.businesses.business_email)),
});

/** The page for the owner of a business, sent to them as a link. */
export const claimPath = (businessId: string): string =>
  `/claim-business?businessID=${encodeURIComponent(businessId)}`;
