/**
 * The sentences about membership that several files show, each once. The database raises some of them
 * itself: tests/house/sentences.test.ts lists those.
 */

/** The database's message if a live membership is needed. */
export const SUBSCRIPTION_REQUIRED = "Subscription required";
/** What a membership would allow on a provider's page: the hint of that message. */
export const MEMBERSHIP_NEEDED = "Activate a membership to add services and portfolio items.";
