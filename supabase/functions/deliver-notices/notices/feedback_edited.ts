import { because, line, type WriteNotice } from "../notice.ts";

/** To the author: data is {title, new_title, old_rating, rating, description, provider, provider_id, reason}. */
const feedbackEdited: WriteNotice = (data) => ({
  subject: "Your feedback has been edited",
  heading: "Your feedback has been edited",
  paragraphs: [
    `A moderator has edited your feedback on ${line(data.provider, 120)}. Readers see that it was edited, and can open what you wrote.`,
    ...because(data.reason),
  ],
  facts: [
    {
      label: "You wrote",
      value: `${line(data.title, 150)} (${Number(data.old_rating) || 0} of 5)`,
    },
    {
      label: "It says now",
      value: `${line(data.new_title, 150)} (${Number(data.rating) || 0} of 5)`,
    },
    ...(data.description ? [{ label: "Text now", value: line(data.description, 600) }] : []),
  ],
  button: { label: "Read it", path: `/directory/${line(data.provider_id, 36)}?tab=feedback` },
  small: "If you do not agree, please write to us.",
});

export default feedbackEdited;
