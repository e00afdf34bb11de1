/** What the database answers whose session is over (401): log in again. The code is the sign-in service's. */
export const SESSION_ENDED = {
  code: "session_not_found",
  message: "Your session has ended. Please log in again.",
} as const;

/** What it answers whose account was switched off (403): logging in again does not help. */
export const DEACTIVATED = "Your account is deactivated.";
