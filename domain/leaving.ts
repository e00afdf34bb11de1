/** What must be typed to ask for the deletion of one's account. */
export const DELETION_WORD = "DELETE";
/** Days in which signing in cancels it (decision 19); the database counts them. */
export const GRACE_DAYS = 14;
