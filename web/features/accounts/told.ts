/** Refusals that somebody can do something about; any other is told in the spec's words only. */
const TELLING = new Set([
  "invalid_credentials",
  "same_password",
  "weak_password",
  "email_exists",
  "over_email_send_rate_limit",
  "over_request_rate_limit",
]);

/** The service's own words for such a refusal, else `otherwise`. */
export const told = (error: { code?: string; message: string }, otherwise: string): string =>
  TELLING.has(error.code ?? "") ? error.message : otherwise;
