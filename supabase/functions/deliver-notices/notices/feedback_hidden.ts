import { because, line, type WriteNotice } from "../notice.ts";

/** To the author: data is {title, provider, reason}. */
const feedbackHidden: WriteNotice = ({ title, provider, reason }) => ({
  subject: "Your feedback is not shown any more",
  heading: "Your feedback is not shown any more",
  paragraphs: [
    `A moderator has hidden your feedback on ${line(provider, 120)}. It does not count for the rating either.`,
    ...because(reason),
  ],
  facts: [{ label: "Feedback", value: line(title, 150) }],
  small: "If you think that this is a mistake, please write to us.",
});

export default feedbackHidden;
