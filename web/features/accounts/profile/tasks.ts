import { MEMBERS_ARE_FOUND } from "#domain/membership/checkout-messages.ts";
import { WHY_ADD } from "#domain/providers/page-messages.ts";
import type { MembershipWorth } from "#domain/statistics/results.ts";
import { countOf } from "#domain/values/numbers.ts";
import { activeJobs, nextStepOf, withPrice } from "#web/features/jobs/index.ts";
import type { Profile } from "#web/session/session.ts";
import type { Step } from "#web/ui/step-list.tsx";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";

type Described = Pick<Profile, "bio" | "location" | "profile_image_url" | "skills" | "categories">;

/** A step that can come next, with the words of its button. */
export interface Task extends Step {
  action: string;
  /** Who it is about. */
  people?: readonly { name: string; src: string | null }[];
  /** A drawing of what it is about, in public/art. */
  art?: "consulting" | "trade";
  /** A short fact with a line of its own. */
  note?: string;
}

/** How many free years are left, null if unknown, and what a membership costs after one. */
interface FreeYear {
  left: number | null;
  price: string;
}

const PROFILE = "/account?tab=profile";

/** What a profile lacks. */
const gapsIn = (profile: Described, provider: boolean, isSubscribed: boolean): (Task | false)[] => [
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

/** What a client's jobs wait for; `waits` if another person is waiting. */
const jobTasks = (jobs: ClientFigures["jobs"], waits: boolean): Task[] =>
  activeJobs(jobs ?? []).flatMap((job) => {
    const step = nextStepOf(job);
    if (step?.waits !== waits || (!waits && job.status !== "open")) return [];
    const { label, says, to } = step;
    return [{ key: job.id, title: job.title, why: says, to, action: label }];
  });

const messagesTask = (
  { unreadMessages: count, newMessage: newest }: ClientFigures | ProviderFigures,
  why: string,
): Task | false =>
  count > 0 && {
    key: "messages",
    title: `Read ${count} new ${count === 1 ? "message" : "messages"}`,
    why: newest ? `${newest.name}: ${newest.excerpt}` : why,
    to: "/dashboard/enquiries",
    action: "Open messages",
    ...(newest && { people: [{ name: newest.name, src: newest.image }] }),
  };

/** Of the jobs only the first: the others are listed below. */
const clientTasks = (profile: Described, figures: ClientFigures) => {
  const { jobs, quoters } = figures;
  const [waiting] = jobTasks(jobs, true);
  const [open] = jobTasks(jobs, false);
  const sent = waiting && quoters.get(waiting.key);
  return [
    waiting && sent
      ? { ...waiting, why: withPrice(waiting.why, sent.from), people: sent.people }
      : waiting,
    messagesTask(figures, "A professional has written to you."),
    jobs &&
      activeJobs(jobs).length === 0 && {
        key: "job",
        title: "Hear from local professionals",
        why: "Say what you need, and they send you quotes. Posting a job is free.",
        to: "/post-job",
        action: "Post a Job",
        art: "consulting" as const,
      },
    !waiting && open,
    ...gapsIn(profile, false, false),
  ];
};

const providerTasks = (
  profile: Described,
  isSubscribed: boolean,
  figures: ProviderFigures,
  hasIdeas: boolean,
  freeYear: FreeYear | null,
) => [
  !isSubscribed &&
    (freeYear?.left
      ? {
          key: "membership",
          title: "Get your first year free",
          why: `${MEMBERS_ARE_FOUND} No card needed. After the free year it's ${freeYear.price}, only if you choose a plan.`,
          note: `${countOf(freeYear.left, "free place", "free places")} left.`,
          art: "trade" as const,
          to: "/membership",
          action: "Activate Membership",
        }
      : {
          key: "membership",
          title: "Activate your membership",
          why: MEMBERS_ARE_FOUND,
          to: "/membership",
          action: "Activate Membership",
        }),
  messagesTask(figures, "The first to reply often gets the job."),
  figures.unanswered > 0 && {
    key: "replies",
    title: `Reply to ${figures.unanswered} ${figures.unanswered === 1 ? "review" : "reviews"}`,
    why: "People choosing a professional read your replies too.",
    to: "/profile?tab=reviews&action=reply",
    action: "Write a reply",
  },
  ...(hasIdeas ? [] : gapsIn(profile, true, isSubscribed)),
];

/** Waits for the person, most important first; empty if nothing does. A member's profile has its ideas instead. */
export const tasksFor = (
  profile: Described,
  isSubscribed: boolean,
  figures: ClientFigures | ProviderFigures,
  hasIdeas = false,
  freeYear: FreeYear | null = null,
): Task[] =>
  (figures.kind === "client"
    ? clientTasks(profile, figures)
    : providerTasks(profile, isSubscribed, figures, hasIdeas, freeYear)
  ).filter((task) => Boolean(task)) as Task[];

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
