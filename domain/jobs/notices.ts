import {
  BECAUSE,
  day,
  IF_MISTAKEN,
  line,
  type Mail,
  type MailData,
  type Mails,
  paragraphs,
  reasonIn,
} from "#domain/notifications/mail.ts";
import { JOB_DAYS } from "./lifecycle.ts";

const professionals = (count: unknown) =>
  Number(count) === 1 ? "1 professional" : `${Number(count)} professionals`;

const short = (category: string) => category.replace(/^Other: /, "").replace(/^.* > /, "");

const factOf = (job: MailData) => ({
  label: line(job.title, 100),
  value: [
    short(line(job.category, 170)),
    line(job.location, 80),
    line(job.budget, 80) || "Budget to be agreed",
  ]
    .filter(Boolean)
    .join(" · "),
});

/** Never contains a contact. */
const jobsIn = ({ many, jobs }: MailData) => {
  const shown = (Array.isArray(jobs) ? jobs : []) as MailData[];
  return { shown, first: shown[0], count: Number(many) || shown.length };
};

const unlockersIn = ({ many, providers }: MailData) => {
  const names = (Array.isArray(providers) ? providers : []).map((name) => line(name, 80));
  const count = Number(many) || names.length;
  return {
    who: count === 1 ? (names[0] ?? "A professional") : `${count} professionals`,
    names: names.join(", ") + (count > names.length ? `, and ${count - names.length} more` : ""),
  };
};

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** What a poster reads of a job that nobody has quoted for: true numbers, and only advice that applies. */
const quietIn = ({ many, seen, more, ...missing }: MailData) => {
  const looked = Number(seen) === 1 ? "1 has looked" : `${Number(seen) || "none"} have looked`;
  const advice = [
    missing.no_budget && "say what you would like to spend",
    missing.no_pictures && "add a picture",
    missing.short && "describe the work in a few more words",
  ].filter((one) => typeof one === "string");
  return {
    news:
      (Number(many) > 0
        ? `We told ${professionals(many)} about it; ${looked}.`
        : "No professional nearby does this work, so we could tell nobody.") +
      (Number(more) > 0
        ? ` We have now told ${professionals(more)} further away or in related trades.`
        : ""),
    advice: advice.length > 0 ? `It often helps to ${LIST.format(advice)}.` : "",
  };
};

const titleFact = ({ title }: MailData) => [{ label: "Job", value: line(title, 150) }];
const titleIn = ({ title }: MailData) => ({ title: line(title, 100) });
const ownJobs = () => ({ label: "See my jobs", path: "/profile?tab=my-jobs" });

/** What a mail about new jobs says of them. */
const NEW_JOBS: Pick<Mail, "values" | "facts" | "button"> = {
  values: (data) => {
    const { shown, first, count } = jobsIn(data);
    const one = count === 1;
    return {
      news: one ? `New job: ${line(first?.title, 100)}` : `${count} new jobs for you`,
      jobs: one ? "A new job" : `${count} new jobs`,
      newest: count > shown.length ? `Here are the newest ${shown.length}.` : "",
    };
  },
  facts: (data) => jobsIn(data).shown.map(factOf),
  button: (data) => {
    const { first, count } = jobsIn(data);
    return count === 1
      ? { label: "See the job", path: `/job-directory?job=${line(first?.id, 36)}` }
      : { label: "See the jobs", path: "/job-directory" };
  },
};

export const jobsNotices: Mails = {
  /** Data is {many, jobs}, the newest ten of them. */
  job_alert: {
    about: "Sent to a member when jobs in their trade and area are posted",
    topic: "job_alerts",
    subject: "{{news}}",
    heading: "{{jobs}} for you",
    text: paragraphs(
      "New on {{site}}, in your trade and area.",
      "{{newest}}",
      "{{link}}",
      "You can get these once a day, for some trades only, or not at all: see Notifications in your account settings.",
    ),
    ...NEW_JOBS,
  },
  /** Data is {many, jobs, unsubscribe_token}, the newest ten of them. */
  visitor_jobs: {
    about: "Sent in the morning to someone without an account who ordered emails about new jobs",
    topic: "job_alerts",
    subject: "{{news}}",
    heading: "{{jobs}} for you",
    text: paragraphs(
      "New on {{site}} since our last email. Contact details are for members.",
      "{{newest}}",
      "{{link}}",
      "You confirmed this address for these emails. One press on the link below ends them.",
    ),
    ...NEW_JOBS,
  },
  /** Data is {id, title, category, location, budget}. */
  job_asked: {
    about: "Sent to a member whom the poster of a job asks for a quote by name",
    topic: "email",
    subject: "You have been asked for a quote: {{title}}",
    heading: "You have been asked for a quote",
    text: paragraphs(
      "The person who posted “{{title}}” has asked you by name. They can ask three professionals at a time.",
      "Please answer within 48 hours, even if it is a no: then they can ask somebody else.",
      "{{link}}",
    ),
    values: titleIn,
    facts: (data) => [factOf(data)],
    button: ({ id }) => ({ label: "See the job", path: `/job-directory?job=${line(id, 36)}` }),
  },
  /** Data is {title, job_id, many, seen, more, no_budget, no_pictures, short}. */
  job_quiet: {
    about: "Sent once to the poster of a job that has had no quote for 48 hours",
    topic: "email",
    subject: "No quotes yet for “{{title}}”",
    heading: "No quotes yet",
    text: paragraphs(
      "You posted “{{title}}” two days ago, and nobody has sent a quote yet.",
      "{{news}}",
      "{{advice}}",
      "You can also ask three professionals by name.",
      "{{link}}",
    ),
    values: (data) => ({ ...titleIn(data), ...quietIn(data) }),
    button: ({ job_id }) => ({
      label: "Ask three professionals",
      path: `/job-directory?job=${line(job_id, 36)}#answers`,
    }),
  },
  /** Data is {title, job_id, reason}. */
  job_allowed: {
    about: "Sent to the poster when a moderator reopens their job",
    subject: "Your job is shown again",
    text: paragraphs(
      `A moderator has reopened one of your jobs. It is shown for ${JOB_DAYS} days.`,
      BECAUSE,
      "{{link}}",
    ),
    values: reasonIn,
    facts: titleFact,
    button: ({ job_id }) => ({
      label: "See the job",
      path: `/job-directory?job=${encodeURIComponent(String(job_id))}`,
    }),
  },
  /** Data is {title}. */
  job_expired: {
    about: "Sent to the poster when their job expires",
    topic: "email",
    subject: "Your job has expired: “{{title}}”",
    heading: "Your job is no longer shown",
    text: paragraphs(
      "“{{title}}” has left the job directory, because you didn't tell us that you're still looking.",
      "Nothing is lost: you can reopen it whenever you like.",
      "{{link}}",
    ),
    values: titleIn,
    button: ownJobs,
  },
  /** Data is {title, reason}. */
  job_removed: {
    about: "Sent to the poster when a moderator deletes their job",
    subject: "Your job has been deleted by a moderator",
    heading: "Your job has been deleted",
    text: paragraphs("A moderator has deleted one of your jobs.", BECAUSE, IF_MISTAKEN),
    values: reasonIn,
    facts: titleFact,
  },
  /** Data is {title, posted_date, shown_until, token}. */
  job_still_looking: {
    about: "Sent to the poster a few days before their job expires",
    topic: "email",
    preview: `One tap keeps your job open for ${JOB_DAYS} more days.`,
    subject: "Still looking? “{{title}}”",
    heading: "Are you still looking?",
    text: paragraphs(
      "You posted “{{title}}” on {{posted}}. It is shown until {{shown_until}} and then leaves the job directory.",
      "If you're still looking, keep it open. If you've found someone, close it, so nobody else calls.",
      "{{link}}",
      "You don't need to log in. The link is yours alone, so please don't forward it.",
    ),
    values: (data) => ({
      ...titleIn(data),
      posted: day(data.posted_date),
      shown_until: day(data.shown_until),
    }),
    button: ({ token }) => ({
      label: "Answer in one tap",
      path: `/still-looking?token=${line(token, 64)}`,
    }),
  },
  /** Data is {title, job_id, many, providers}, the first twenty of them by name. */
  job_unlocked: {
    about: "Sent to the poster when professionals unlock their contact details",
    topic: "email",
    subject: "{{who}} unlocked your contact details",
    text: paragraphs(
      "You may hear from them about “{{title}}”.",
      "You can withdraw someone's access on the job's page.",
      "{{link}}",
    ),
    values: (data) => ({ ...titleIn(data), who: unlockersIn(data).who }),
    facts: (data) => [{ label: "Unlocked by", value: unlockersIn(data).names }],
    button: ({ job_id }) => ({
      label: "See who unlocked them",
      path: `/job-directory?job=${line(job_id, 36)}`,
    }),
  },
  /** Data is {title, job_id, reason}. */
  job_picture_hidden: {
    about: "Sent to the poster when a moderator removes a picture from their job",
    subject: "A picture of your job has been removed",
    heading: "We have removed a picture of your job",
    text: paragraphs(
      "A moderator has removed it. The job itself is unchanged.",
      BECAUSE,
      "{{link}}",
      IF_MISTAKEN,
    ),
    values: reasonIn,
    facts: titleFact,
    button: ownJobs,
  },
  /** Data is {title, job_id, reason}. */
  job_stopped: {
    about: "Sent to the poster when a moderator closes their job",
    subject: "Your job has been closed by a moderator",
    heading: "Your job has been closed",
    text: paragraphs(
      "A moderator has closed one of your jobs. Nobody else sees it, and you can't reopen it.",
      BECAUSE,
      "{{link}}",
      IF_MISTAKEN,
    ),
    values: reasonIn,
    facts: titleFact,
    button: ownJobs,
  },
};
