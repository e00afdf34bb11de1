/** The sentences of the pages for signing in, each once. */
export const NO_LOGIN = "This account cannot log in.";
export const ADDRESS_CONFIRMED = "Thank you, this address is confirmed";
export const OTHER_ADDRESS_TOO =
  "For your security, both addresses must confirm. Please open the link that we sent to your other address too.";
export const RESET_BY_LINK = "Choose a new password by a link that we send to your email address.";
export const RESET_NOT_SENT = "Failed to send reset email. Please try again.";
export const PASSWORD_NOT_UPDATED = "Failed to update password. Please try again.";
export const EMAIL_UNCONFIRMED = "Please confirm your email address first.";
export const OPEN_EMAIL_LINK = "Open the link in our email.";

/** Said where an address is confirmed that was signed up with several passwords. */
export const PASSWORDS_DROPPED =
  "This address was used to sign up or log in more than once before it was confirmed, so no password chosen earlier works.";
