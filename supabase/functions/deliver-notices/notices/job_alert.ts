import { line, type NoticeData, type WriteNotice } from "../notice.ts";

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

/** To a provider: data is {many, jobs}, the newest ten of them. Never contains a contact. */
const jobAlert: WriteNotice = ({ many, jobs }, { name }) => {
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
    small: "You can change or pause your job alerts in your account settings, under Notifications.",
  };
};

export default jobAlert;
