import { INPUT_LIMITS, tooLong } from "#domain/values/limits.ts";

/** The sentences about accounts that only admins read, each once. */
export const NAMES_REQUIRED = "First name and last name are required";
export const PROVIDER_BUSINESS_REQUIRED = "Business name is required for providers";
export const REASON_TOO_LONG = tooLong(INPUT_LIMITS.reason);
export const NO_SUCH_ACCOUNT = "This account no longer exists. Please reload the page.";
export const LAST_ADMIN =
  "The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.";
export const USER_NOT_DELETED = "Failed to delete user";
