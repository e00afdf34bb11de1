import { because, line, type WriteNotice } from "../notice.ts";

/** To the poster: data is {title, job_id, reason}. */
const jobStopped: WriteNotice = ({ title, reason }) => ({
  subject: "Your job has been closed by a moderator",
  heading: "Your job has been closed",
  paragraphs: [
    "A moderator has closed a job of yours. Nobody else sees it, and it cannot be reopened by you.",
    ...because(reason),
  ],
  facts: [{ label: "Job", value: line(title, 150) }],
  button: { label: "See my jobs", path: "/profile?tab=my-jobs" },
  small: "If you think that this is a mistake, please write to us.",
});

export default jobStopped;
