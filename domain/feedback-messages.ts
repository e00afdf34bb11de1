/** The sentences about feedback that several files show, each once. */
export const FEEDBACK_RECEIVED = "Thank you for your feedback";
