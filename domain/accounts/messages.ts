import { LIMITS } from "#domain/values/limits.ts";

/**
 * The sentences about accounts that several files show, each once. The database raises some of them itself:
 * tests/house/sentences.test.ts lists those.
 */

// The forms.
export const BUSINESS_NAME_REQUIRED = "Business name is required";
export const PROVIDER_PHONE_REQUIRED = "Phone number is required for providers";
export const PROVIDER_CATEGORY_REQUIRED = "At least one category is required for providers";
export const PROFILE_CATEGORY_REQUIRED = "Please select at least one business category";
export const TOO_MANY_CATEGORIES = `Please choose at most ${LIMITS.profiles.categories} categories`;
export const INVALID_PHONE = "Invalid phone number format";
export const INVALID_EMAIL = "Please enter a valid email address";
export const INVALID_EMAIL_STOP = "Please enter a valid email address.";
export const EMAIL_MISSING = "Please enter your email address first.";
export const CREDENTIALS_REQUIRED = "Username and password are required";

// Who may act.
/** The response to a caller whose account is deactivated (403): logging in again does not help. */
export const DEACTIVATED = "Your account is deactivated.";
export const NOT_AN_ADMIN = "Not authorized. Admin access only.";
export const VERIFY_EMAIL = "Please verify your email to continue.";

// The first admin.
export const ADMIN_EXISTS = "An admin account already exists. Please proceed to login.";
export const SETUP_TOKEN_REFUSED = "Invalid or missing setup token. Please contact the site owner.";
export const ADMIN_FAILED = "Failed to create admin";

// What was done.
export const CHECK_INBOX = "Please check your inbox and spam folder.";
export const CONFIRMATION_RESENT = "Confirmation email has been resent to your address.";

// What failed.
export const SIGN_OUT_FAILED = "There was an error signing out. Please try again.";
export const PROFILE_NOT_UPDATED = {
  title: "Update failed",
  description: "Failed to update profile.",
} as const;
export const PICTURE_NOT_UPLOADED = "There was an error uploading your profile picture.";
