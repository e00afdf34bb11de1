import type { Profile } from "#web/session/session.ts";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";

export interface Task {
  key: string;
  title: string;
  why: string;
  to: string;
}

const PROFILE = "/account?tab=profile";

/** What would help somebody most, first things first; empty when all is done. */
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
        why: "Only members stand in the directory and see the contacts of jobs.",
        to: "/membership",
      },
    figures.unreadMessages > 0 && {
      key: "messages",
      title: `Read ${figures.unreadMessages} new ${figures.unreadMessages === 1 ? "message" : "messages"}`,
      why: "Whoever answers first is often the one who is chosen.",
      to: "/dashboard/enquiries",
    },
    figures.kind === "provider" &&
      figures.unanswered > 0 && {
        key: "replies",
        title: `Reply to ${figures.unanswered} ${figures.unanswered === 1 ? "review" : "reviews"}`,
        why: "People read the answers as closely as the feedback.",
        to: "/profile?tab=reviews",
      },
    !profile.profile_image_url && {
      key: "photo",
      title: "Add a profile photo",
      why: "People answer a face sooner than initials.",
      to: PROFILE,
    },
    provider &&
      !profile.bio && {
        key: "bio",
        title: "Write about your work",
        why: "It is the first thing that visitors of your profile read.",
        to: PROFILE,
      },
    !profile.location && {
      key: "location",
      title: "Say where you are",
      why: "Most searches are for somebody near by.",
      to: PROFILE,
    },
    provider &&
      isSubscribed &&
      Array.isArray(profile.skills) &&
      profile.skills.length === 0 && {
        key: "services",
        title: "List your services",
        why: "The directory search finds you by them.",
        to: "/profile?tab=services",
      },
    figures.kind === "client" &&
      figures.openJobs === 0 && {
        key: "job",
        title: "Post a job",
        why: "Say what you need, and professionals come to you.",
        to: "/post-job",
      },
  ];
  return tasks.filter((task) => task !== false);
};
