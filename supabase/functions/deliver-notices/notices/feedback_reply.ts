import { line, type WriteNotice } from "../notice.ts";

/** To the author of feedback: data is {provider_id, provider, title}. */
const feedbackReply: WriteNotice = ({ provider_id, provider, title }) => ({
  subject: `${line(provider, 80)} replied to your feedback`,
  heading: "A reply to your feedback",
  paragraphs: [`${line(provider, 80)} has replied to what you wrote: “${line(title, 150)}”.`],
  button: { label: "Read the reply", path: `/directory/${line(provider_id, 36)}?tab=feedback` },
});

export default feedbackReply;
