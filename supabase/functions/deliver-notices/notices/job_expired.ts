import { line, type WriteNotice } from "../notice.ts";

/** To the poster, when a job has expired: data is {title}. */
const jobExpired: WriteNotice = ({ title }) => ({
  subject: `Your job has expired: “${line(title, 80)}”`,
  heading: "Your job is no longer shown",
  paragraphs: [
    `“${line(title, 150)}” has left the job directory, because we did not hear that you still need somebody.`,
    "Nothing is lost: you can reopen it whenever you like.",
  ],
  button: { label: "See my jobs", path: "/profile?tab=my-jobs" },
});

export default jobExpired;
