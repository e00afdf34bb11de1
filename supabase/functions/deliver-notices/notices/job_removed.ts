import { because, line, type WriteNotice } from "../notice.ts";

/** To the poster: data is {title, reason}. */
const jobRemoved: WriteNotice = ({ title, reason }) => ({
  subject: "Your job has been deleted by a moderator",
  heading: "Your job has been deleted",
  paragraphs: ["A moderator has deleted a job of yours.", ...because(reason)],
  facts: [{ label: "Job", value: line(title, 150) }],
  small: "If you think that this is a mistake, please write to us.",
});

export default jobRemoved;
