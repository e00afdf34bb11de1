/** The sentences about jobs that several files show, each once. */
export const MOST_TEN_CATEGORIES = "Please choose at most 10 categories";
export const JOB_NOT_FOUND = "We could not find this job";
export const POST_A_JOB = "Tell us what you need and hear from local professionals.";
