/** The sentences about feedback that several files show, each once. */
export const FEEDBACK_RECEIVED = "Thank you for your feedback";
export const FEEDBACK_PUBLISHED = "Your feedback has been published.";
export const FEEDBACK_PENDING = "It will be published once a moderator has approved it.";
export const LOG_IN_FOR_FEEDBACK = "You must be logged in to submit feedback";
