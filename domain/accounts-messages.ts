/**
 * The sentences about accounts that several files show, each once. The database raises some of them itself:
 * tests/house/sentences.test.ts lists those.
 */

// The forms.
export const NAMES_REQUIRED = "First name and last name are required";
export const BUSINESS_NAME_REQUIRED = "Business name is required";
export const PROVIDER_BUSINESS_REQUIRED = "Business name is required for providers";
export const PROVIDER_PHONE_REQUIRED = "Phone number is required for providers";
export const PROVIDER_CATEGORY_REQUIRED = "At least one category is required for providers";
export const PROFILE_CATEGORY_REQUIRED = "Please select at least one business category";
export const TOO_MANY_CATEGORIES = "Please choose at most 40 categories";
export const INVALID_PHONE = "Invalid phone number format";
export const INVALID_EMAIL = "Please enter a valid email address";
export const INVALID_EMAIL_STOP = "Please enter a valid email address.";
export const EMAIL_MISSING = "Please enter your email address first.";
export const REASON_TOO_LONG = "Please keep the reason to 500 characters";
export const WEBSITE_SCHEME = "The website must begin with http:// or https://";
export const CREDENTIALS_REQUIRED = "Username and password are required";

// Who may act.
/** The response to a caller whose account is deactivated (403): logging in again does not help. */
export const DEACTIVATED = "Your account is deactivated.";
export const NOT_AN_ADMIN = "Not authorized. Admin access only.";
export const EMAIL_UNCONFIRMED = "Please confirm your email address first.";
export const OPEN_EMAIL_LINK = "Open the link in our email.";
export const NO_LOGIN = "This account cannot log in.";
export const VERIFY_EMAIL = "Please verify your email to continue.";
export const NO_SUCH_ACCOUNT = "This account no longer exists. Please reload the page.";
export const LAST_ADMIN =
  "The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.";

// The first admin.
export const ADMIN_EXISTS = "An admin account already exists. Please proceed to login.";
export const SETUP_TOKEN_REFUSED = "Invalid or missing setup token. Please contact the site owner.";
export const ADMIN_FAILED = "Failed to create admin";

// What was done.
export const ADDRESS_CONFIRMED = "Thank you, this address is confirmed";
export const OTHER_ADDRESS_TOO =
  "For your security, both addresses must confirm. Please open the link that we sent to your other address too.";
export const CHECK_INBOX = "Please check your inbox and spam folder.";
export const CONFIRMATION_RESENT = "Confirmation email has been resent to your address.";
export const RESET_BY_LINK = "Choose a new password by a link that we send to your email address.";

// What failed.
export const SIGN_OUT_FAILED = "There was an error signing out. Please try again.";
export const PASSWORD_NOT_UPDATED = "Failed to update password. Please try again.";
export const RESET_NOT_SENT = "Failed to send reset email. Please try again.";
export const CODE_NOT_SENT = "The code could not be sent. Please try again.";
export const PROFILE_NOT_LOADED = "Your profile could not be loaded";
export const PROFILE_NOT_UPDATED = {
  title: "Update failed",
  description: "Failed to update profile.",
} as const;
export const PICTURE_NOT_UPLOADED = "There was an error uploading your profile picture.";
export const USER_NOT_DELETED = "Failed to delete user";
export const DELETION_NOT_SCHEDULED =
  "Your account could not be scheduled for deletion. Please try again.";
export const EXPORT_FAILED = "Your data could not be put together. Please try again.";
