import { because, line, type WriteNotice } from "../notice.ts";

/** To the author: data is {title, provider, provider_id, reason}. */
const feedbackShown: WriteNotice = ({ title, provider, provider_id, reason }) => ({
  subject: "Your feedback is shown",
  heading: "Your feedback is shown",
  paragraphs: [
    `A moderator has approved your feedback on ${line(provider, 120)}. Everybody can read it.`,
    ...because(reason),
  ],
  facts: [{ label: "Feedback", value: line(title, 150) }],
  button: { label: "Read it", path: `/directory/${line(provider_id, 36)}?tab=feedback` },
});

export default feedbackShown;
