import { POST_A_JOB } from "#domain/jobs-messages.ts";
import { MEMBERS_ARE_FOUND } from "#domain/membership-checkout-messages.ts";
import type { Profile } from "#web/session/session.ts";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";

export interface Task {
  key: string;
  title: string;
  why: string;
  to: string;
}

const PROFILE = "/account?tab=profile";

/** The most helpful next tasks, most important first; empty if all are done. */
export const tasksFor = (
  profile: Pick<Profile, "bio" | "location" | "profile_image_url" | "skills" | "categories">,
  isSubscribed: boolean,
  figures: ClientFigures | ProviderFigures,
): Task[] => {
  const provider = figures.kind === "provider";
  const tasks: (Task | false)[] = [
    provider &&
      !isSubscribed && {
        key: "membership",
        title: "Activate your membership",
        why: MEMBERS_ARE_FOUND,
        to: "/membership",
      },
    figures.unreadMessages > 0 && {
      key: "messages",
      title: `Read ${figures.unreadMessages} new ${figures.unreadMessages === 1 ? "message" : "messages"}`,
      why: "The first to reply often gets the job.",
      to: "/dashboard/enquiries",
    },
    figures.kind === "provider" &&
      figures.unanswered > 0 && {
        key: "replies",
        title: `Reply to ${figures.unanswered} ${figures.unanswered === 1 ? "review" : "reviews"}`,
        why: "People choosing a professional read your replies too.",
        // Replies are written on the page that visitors read.
        to: "/directory/me?tab=feedback",
      },
    !profile.profile_image_url && {
      key: "photo",
      title: "Add a profile photo",
      why: "People trust a face more than initials.",
      to: PROFILE,
    },
    provider &&
      !profile.bio && {
        key: "bio",
        title: "Write about your work",
        why: "It's the first thing visitors read.",
        to: PROFILE,
      },
    !profile.location && {
      key: "location",
      title: "Say where you are",
      why: "Most people search locally.",
      to: PROFILE,
    },
    provider &&
      isSubscribed &&
      Array.isArray(profile.skills) &&
      profile.skills.length === 0 && {
        key: "services",
        title: "List your services",
        why: "These help people find you in search.",
        to: "/profile?tab=services",
      },
    figures.kind === "client" &&
      figures.openJobs === 0 && {
        key: "job",
        title: "Post a job",
        why: POST_A_JOB,
        to: "/post-job",
      },
  ];
  return tasks.filter((task) => task !== false);
};
