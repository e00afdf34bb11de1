import { because, day, IF_MISTAKEN, line, type NoticeData, type Notices } from "../notice.ts";

const short = (category: string) => category.replace(/^Other: /, "").replace(/^.* > /, "");

const factOf = (job: NoticeData) => ({
  label: line(job.title, 100),
  value: [
    short(line(job.category, 170)),
    line(job.location, 80),
    line(job.budget, 80) || "Budget to be agreed",
  ]
    .filter(Boolean)
    .join(" · "),
});

export const jobsNotices: Notices = {
  /** To a provider: data is {many, jobs}, the newest ten of them. Never contains a contact. */
  job_alert: ({ many, jobs }, { name }) => {
    const shown = (Array.isArray(jobs) ? jobs : []) as NoticeData[];
    const count = Number(many) || shown.length;
    const [first] = shown;
    const one = count === 1;
    return {
      subject: one ? `New job: ${line(first?.title, 100)}` : `${count} new jobs for you`,
      preview: line(first?.title, 120),
      heading: one ? "A new job for you" : `${count} new jobs for you`,
      paragraphs: [
        `${one ? "This job was" : "These jobs were"} posted on ${name} and ${one ? "matches" : "match"} your job alerts.`,
        ...(count > shown.length ? [`Here are the newest ${shown.length}.`] : []),
      ],
      facts: shown.map(factOf),
      button: one
        ? { label: "See the job", path: `/job-directory?job=${line(first?.id, 36)}` }
        : { label: "See the jobs", path: "/job-directory" },
      small:
        "You can change or pause your job alerts in your account settings, under Notifications.",
    };
  },
  /** To the poster: data is {title, job_id, reason}. */
  job_allowed: ({ title, job_id, reason }) => ({
    subject: "Your job is shown again",
    heading: "Your job is shown again",
    paragraphs: [
      "A moderator has opened a job of yours again. It is shown for 30 days.",
      ...because(reason),
    ],
    facts: [{ label: "Job", value: line(title, 150) }],
    button: {
      label: "Look at the job",
      path: `/job-directory?job=${encodeURIComponent(String(job_id))}`,
    },
  }),
  /** To the poster, when a job has expired: data is {title}. */
  job_expired: ({ title }) => ({
    subject: `Your job has expired: “${line(title, 80)}”`,
    heading: "Your job is no longer shown",
    paragraphs: [
      `“${line(title, 150)}” has left the job directory, because we did not hear that you still need somebody.`,
      "Nothing is lost: you can reopen it whenever you like.",
    ],
    button: { label: "See my jobs", path: "/profile?tab=my-jobs" },
  }),
  /** To the poster: data is {title, reason}. */
  job_removed: ({ title, reason }) => ({
    subject: "Your job has been deleted by a moderator",
    heading: "Your job has been deleted",
    paragraphs: ["A moderator has deleted a job of yours.", ...because(reason)],
    facts: [{ label: "Job", value: line(title, 150) }],
    small: IF_MISTAKEN,
  }),
  /** To the poster, some days before a job expires: data is {title, posted_date, shown_until, token}. */
  job_still_looking: ({ title, posted_date, shown_until, token }) => ({
    subject: `Still looking? “${line(title, 80)}”`,
    preview: "One press keeps your job open for 30 more days.",
    heading: "Are you still looking?",
    paragraphs: [
      `You posted “${line(title, 150)}” on ${day(posted_date)}. It is shown until ${day(shown_until)} and then leaves the job directory.`,
      "If you still need somebody, keep it open. If you have found them, close it, so that nobody else calls.",
    ],
    button: { label: "Answer with one press", path: `/still-looking?token=${line(token, 64)}` },
    small: "The link works without logging in and is yours alone. Opening it changes nothing.",
  }),
  /** To the poster: data is {title, job_id, reason}. */
  job_stopped: ({ title, reason }) => ({
    subject: "Your job has been closed by a moderator",
    heading: "Your job has been closed",
    paragraphs: [
      "A moderator has closed a job of yours. Nobody else sees it, and it cannot be reopened by you.",
      ...because(reason),
    ],
    facts: [{ label: "Job", value: line(title, 150) }],
    button: { label: "See my jobs", path: "/profile?tab=my-jobs" },
    small: IF_MISTAKEN,
  }),
};
