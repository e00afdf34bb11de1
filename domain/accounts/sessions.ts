/** The response to a caller whose session is over (401); the code is the sign-in service's. */
export const SESSION_ENDED = {
  code: "session_not_found",
  message: "Your session has ended. Please log in again.",
} as const;
