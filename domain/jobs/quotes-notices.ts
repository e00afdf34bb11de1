import {
  BECAUSE,
  line,
  type MailData,
  type Mails,
  paragraphs,
} from "#domain/notifications/mail.ts";

const titleIn = ({ title }: MailData) => ({ title: line(title, 100) });
const ownQuotes = () => ({ label: "See my quotes", path: "/dashboard/quotes" });
const ownJob = (label: string, { job_id }: MailData) => ({
  label,
  path: `/job-directory?job=${line(job_id, 36)}`,
});

/** What its poster did, by the state that the job now has; silent: closed after 60 days without the poster's answer. */
const OUTCOMES: Record<string, string> = {
  hired: "has hired someone else for",
  closed: "has closed",
  open: "has reopened",
  silent: "did not tell us whether the work is done, so we have closed",
  done: "says you have finished",
};

export const quotesNotices: Mails = {
  /** Data is {title, job_id, to_client, said_done, other}. */
  job_done_question: {
    about: "Sent to both sides after the agreed start date, to ask whether the work is done",
    topic: "email",
    subject: "Is the work done? “{{title}}”",
    heading: "Is the work done?",
    text: paragraphs("{{news}}", "{{request}}", "{{link}}"),
    values: (data) => {
      const other = line(data.other, 80);
      const news = data.to_client
        ? `You hired ${other} for “${line(data.title, 100)}”.`
        : `${other} hired you for “${line(data.title, 100)}”.`;
      return {
        ...titleIn(data),
        other,
        news: data.said_done ? `${news} ${other} says that the work is done.` : news,
        request: data.to_client
          ? "Please mark the job as done when it is. If it fell through, you can reopen it."
          : "Please mark the work as done when it is. We'll then ask them to confirm.",
      };
    },
    button: (data) =>
      data.to_client
        ? ownJob("Answer on the job's page", data)
        : { label: "Answer in My quotes", path: "/dashboard/quotes" },
  },
  /** Data is {title, job_id, other}. */
  job_hired: {
    about: "Sent to a professional when they are hired",
    topic: "email",
    subject: "You've been hired: “{{title}}”",
    heading: "{{other}} has hired you",
    text: paragraphs(
      "{{other}} has hired you for “{{title}}”. You'll find their contact details and your quote on the job's page.",
      "{{link}}",
    ),
    values: (data) => ({ ...titleIn(data), other: line(data.other, 80) }),
    button: (data) => ownJob("See the job", data),
  },
  /** Data is {title, job_id, status, other}. It never names who was hired. */
  job_outcome: {
    about: "Sent to professionals who quoted or were hired when the job changes",
    topic: "email",
    subject: "News about “{{title}}”",
    heading: "News about a job",
    text: paragraphs("{{news}}", "{{link}}"),
    values: (data) => ({
      ...titleIn(data),
      other: line(data.other, 80),
      news: `${line(data.other, 80)} ${OUTCOMES[String(data.status)] ?? "has changed"} “${line(data.title, 100)}”.`,
    }),
    button: ownQuotes,
  },
  /** Data is {title, reason}. */
  quote_declined: {
    about: "Sent to a professional when their quote is declined",
    topic: "email",
    subject: "Your quote for “{{title}}” was declined",
    heading: "Your quote was declined",
    text: paragraphs("Your quote for “{{title}}” was not chosen.", BECAUSE, "{{link}}"),
    values: (data) => ({ ...titleIn(data), reason: line(data.reason, 500) }),
    button: ownQuotes,
  },
  /** Data is {title, job_id, from, edited}. */
  quote_received: {
    about: "Sent to the job's poster when a professional sends or changes a quote",
    topic: "email",
    subject: "{{from}} {{news}}: “{{title}}”",
    heading: "{{from}} {{news}}",
    text: paragraphs(
      "Compare the quotes for “{{title}}”, ask a question, or accept one.",
      "{{link}}",
    ),
    values: (data) => ({
      ...titleIn(data),
      from: line(data.from, 80),
      news: data.edited ? "changed their quote" : "sent you a quote",
    }),
    button: (data) => ownJob("See the quotes", data),
  },
};
