import { MEMBERS_ARE_FOUND } from "#domain/membership/checkout-messages.ts";
import { countOf } from "#domain/values/numbers.ts";
import { activeJobs, nextStepOf, withPrice } from "#web/features/jobs/index.ts";
import { type Described, gapsIn } from "#web/features/membership/index.ts";
import type { Step } from "#web/ui/step-list.tsx";
import type { ClientFigures, ProviderFigures } from "./dashboard-queries.ts";

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
