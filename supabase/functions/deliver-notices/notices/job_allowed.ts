import { because, line, type WriteNotice } from "../notice.ts";

/** To the poster: data is {title, job_id, reason}. */
const jobAllowed: WriteNotice = ({ title, job_id, reason }) => ({
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
});

export default jobAllowed;
