import { z } from "zod";
import { isEmailAddress, PASSWORD_MIN } from "./accounts.ts";

/** /claim-business: name, e-mail and password are required (spec 2 section 5). */
export const claimForm = z.object({
  name: z.string().trim().min(1, "Name is required").max(120, "Please use at most 120 characters"),
  email: z
    .string()
    .trim()
    .min(1, "Email is required")
    .refine((typed) => typed === "" || isEmailAddress(typed), "Invalid email address"),
  password: z
    .string()
    .min(1, "Password is required")
    .refine(
      (typed) => typed === "" || typed.length >= PASSWORD_MIN,
      `Password must be at least ${PASSWORD_MIN} characters`,
    ),
});
export type ClaimForm = z.output<typeof claimForm>;

/** The add dialog of /admin/businesses. Whoever confirms the e-mail can claim without an admin. */
export const businessForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Business name is required")
    .max(120, "Please use at most 120 characters"),
  email: z
    .string()
    .trim()
    .refine((typed) => typed === "" || isEmailAddress(typed), "Invalid email address"),
});

/** The address that whoever runs a business is sent. */
export const claimPath = (businessId: string): string =>
  `/claim-business?businessID=${encodeURIComponent(businessId)}`;
