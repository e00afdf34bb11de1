/**
 * The sentences of any screen that several files show, each once. Those of one noun are in
 * `<noun>-messages.ts`; what an error means is decided in `site/faults.ts`.
 */
export const UNEXPECTED_ERROR = "An unexpected error occurred. Please try again.";
export const CHECK_CONNECTION = "Please check your connection and try again.";
/** Shown if there was no response at all. */
export const NETWORK_ISSUE = "Network issue: please check your connection and try again.";
/** Where a script or the styles of a page did not arrive; beside it is 'Try again'. */
export const PAGE_INCOMPLETE = "This page did not load completely.";
export const OUR_SIDE = "Something went wrong on our side.";
export const OUR_SIDE_TRY_AGAIN = `${OUR_SIDE} Please try again.`;
/** All that a fault of ours says, below the name of what failed (P-65). */
export const OUR_FAULT = `${OUR_SIDE} Nothing is lost. Please try again in a moment.`;
export const OPEN_FULL_LINK = "Open the full link from our email.";
/** The link from a form to the page that says it. */
export const DETAILS_USED = "How your details are used";
