/**
 * The sentences of any screen that several files show, each once. Those of one noun are in
 * `<noun>-messages.ts`; what an error means is decided in `site-faults.ts`.
 */
export const UNEXPECTED_ERROR = "An unexpected error occurred. Please try again.";
export const CHECK_CONNECTION = "Please check your connection and try again.";
export const OUR_SIDE = "Something went wrong on our side.";
export const OUR_SIDE_TRY_AGAIN = `${OUR_SIDE} Please try again.`;
export const OPEN_FULL_LINK = "Open the full link from our email.";
export const IN_AUDIT_LOG = "It is kept in the audit log.";

/** What an admin's page says of the part that could not be loaded. */
export const ANALYTICS_NOT_LOADED = "Failed to load analytics data";
export const AUDIT_LOG_NOT_LOADED = "Failed to load the audit log";
export const BUSINESSES_NOT_LOADED = "Failed to load businesses";
export const CATEGORIES_NOT_LOADED = "Failed to load categories";
export const CATEGORY_STATISTICS_NOT_LOADED = "Failed to load category statistics";
export const HEALTH_NOT_LOADED = "Failed to load the site's health";
