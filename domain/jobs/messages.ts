import { LIMITS } from "#domain/values/limits.ts";

/** The most categories of a job; the database has the same limit. */
export const MOST_JOB_CATEGORIES = LIMITS.jobs.categories;

/** The sentences about jobs that several files show, each once. */
export const TOO_MANY_JOB_CATEGORIES = `Please choose at most ${MOST_JOB_CATEGORIES} categories`;
export const JOB_STOPPED = "A moderator has closed this job. The reason was sent to you by email.";
export const JOB_NOT_FOUND = "We could not find this job";
export const POST_A_JOB = "Tell us what you need and hear from local professionals.";

/** For providers without a membership; the first sentence is the specification's. */
export const blurredMessage = (providers: string): string =>
  `Contact details are blurred until revealed. ${providers} with a membership can reveal them.`;

/** For everybody else who cannot reveal a contact: they see no blurred block. */
export const membersOnly = (providers: string): string =>
  `Only ${providers} with a membership can see them.`;
