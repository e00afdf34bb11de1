import { WHY_ADD } from "#domain/providers/page-messages.ts";

const IN_EVERY_JOB = "Add it once and we'll fill it in on every job you post.";

/** What a row is for, shown while it is empty; of an admin's nothing is shown to others. */
export const PURPOSES: Record<string, Record<string, string>> = {
  client: {
    location: IN_EVERY_JOB,
    phone: IN_EVERY_JOB,
    about: "Tell professionals a little about yourself.",
    categories: "The services you need most often.",
    links: "Your website and social media.",
  },
  provider: {
    location: WHY_ADD.location,
    phone: "Private, unless you choose to show it.",
    about: "What people read first on your page.",
    skills: WHY_ADD.services,
    categories: "Where people find you in the directory.",
    links: "Your website and social media, shown on your page.",
  },
};
