import { WHY_ADD } from "#domain/providers/page-messages.ts";
import type { MembershipWorth } from "#domain/statistics/results.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { Profile } from "#web/session/session.ts";
import type { Step } from "#web/ui/step-list.tsx";

export type Described = Pick<
  Profile,
  "bio" | "location" | "profile_image_url" | "skills" | "categories"
>;

const PROFILE = "/account?tab=profile";

/** What a profile lacks. */
export const gapsIn = (
  profile: Described,
  provider: boolean,
  isSubscribed: boolean,
): ((Step & { action: string }) | false)[] => [
  !profile.profile_image_url && {
    key: "photo",
    title: "Add a profile photo",
    why: "People trust a face more than initials.",
    to: PROFILE,
    action: "Add a photo",
  },
  provider &&
    !profile.bio && {
      key: "bio",
      title: "Write about your work",
      why: WHY_ADD.about,
      to: PROFILE,
      action: "Write it",
    },
  !profile.location && {
    key: "location",
    title: "Say where you are",
    why: WHY_ADD.location,
    to: PROFILE,
    action: "Add your town",
  },
  provider &&
    isSubscribed &&
    Array.isArray(profile.skills) &&
    profile.skills.length === 0 && {
      key: "services",
      title: "List your services",
      why: WHY_ADD.services,
      to: "/profile?tab=services",
      action: "List services",
    },
];

/** From this many contacts on, it is worth saying that no quote followed. */
const SEVERAL_CONTACTS = 3;
/** From this many reviews on, another one changes little. */
const ENOUGH_REVIEWS = 5;
/** The most ideas shown at a time. */
const IDEAS = 3;

/** Three things that would bring a member more, each from facts, the most helpful first. */
export const ideasFor = (profile: Described, worth: MembershipWorth): Step[] => {
  const { has, figures, late_answers: late } = worth;
  const unquoted = figures.contacts >= SEVERAL_CONTACTS && figures.quotes_sent === 0;
  const ideas: (Step | false)[] = [
    late > 0 && {
      key: "answers",
      title: "Answer enquiries within a day",
      why: `${late} of ${figures.enquiries} in the last 30 days waited longer.`,
      to: "/dashboard/enquiries",
    },
    !has.pictures && {
      key: "pictures",
      title: "Show pictures of your work",
      why: "Your card in search shows the first one.",
      to: "/profile?tab=portfolio",
    },
    ...gapsIn(profile, true, true),
    unquoted && {
      key: "quotes",
      title: "Send a quote when you unlock a contact",
      why: `You unlocked ${figures.contacts} contacts in the last 30 days and sent no quotes.`,
      to: "/job-directory",
    },
    has.reviews < ENOUGH_REVIEWS && {
      key: "reviews",
      title: "Ask a customer for feedback",
      why: `You have ${countOf(has.reviews, "review", "reviews")}. Share your page with people you've worked for.`,
      to: "/directory/me",
    },
    !has.prices && {
      key: "prices",
      title: "Add a price to a service",
      why: "Your card in search then says what you start from.",
      to: "/profile?tab=services",
    },
    !has.hours && {
      key: "hours",
      title: "Add your opening hours",
      why: WHY_ADD.hours,
      to: "/profile",
    },
    !has.area && {
      key: "area",
      title: "Add the area you cover",
      why: WHY_ADD.area,
      to: "/profile",
    },
    {
      key: "share",
      title: "Share your page",
      why: "Put its link in your emails and on your cards.",
      to: "/directory/me",
    },
  ];
  return ideas.filter((idea) => idea !== false).slice(0, IDEAS);
};
