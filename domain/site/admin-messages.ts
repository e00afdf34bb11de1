/** The sentences that only admins read, each once. */
export const IN_AUDIT_LOG = "Kept in the audit log.";
export const ANALYTICS_NOT_LOADED = "Failed to load analytics data";
export const AUDIT_LOG_NOT_LOADED = "Failed to load the audit log";
export const BUSINESSES_NOT_LOADED = "Failed to load businesses";
export const CATEGORIES_NOT_LOADED = "Failed to load categories";
export const CATEGORY_STATISTICS_NOT_LOADED = "Failed to load category statistics";
export const EMAILS_NOT_LOADED = "Failed to load the emails";
export const HEALTH_NOT_LOADED = "Failed to load the site's health";
