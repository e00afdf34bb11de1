import { because, line, type WriteNotice } from "../notice.ts";

/** To the author: data is {title, provider, reason}. */
const feedbackRemoved: WriteNotice = ({ title, provider, reason }) => ({
  subject: "Your feedback has been deleted",
  heading: "Your feedback has been deleted",
  paragraphs: [
    `A moderator has deleted your feedback on ${line(provider, 120)}.`,
    ...because(reason),
  ],
  facts: [{ label: "Feedback", value: line(title, 150) }],
  small: "If you think that this is a mistake, please write to us.",
});

export default feedbackRemoved;
