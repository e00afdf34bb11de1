import { because, IF_MISTAKEN, line, type Notices } from "../notice.ts";

const stars = (rating: unknown): string => {
  const full = Math.min(Math.max(Math.round(Number(rating)) || 0, 0), 5);
  return "★".repeat(full) + "☆".repeat(5 - full);
};

export const feedbackNotices: Notices = {
  /** To the author: data is {title, new_title, old_rating, rating, description, provider, provider_id, reason}. */
  feedback_edited: (data) => ({
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
  }),
  /** To the author: data is {title, provider, reason}. */
  feedback_hidden: ({ title, provider, reason }) => ({
    subject: "Your feedback is not shown any more",
    heading: "Your feedback is not shown any more",
    paragraphs: [
      `A moderator has hidden your feedback on ${line(provider, 120)}. It does not count for the rating either.`,
      ...because(reason),
    ],
    facts: [{ label: "Feedback", value: line(title, 150) }],
    small: IF_MISTAKEN,
  }),
  /** To the provider: data is {provider_id, author, rating, title}. */
  feedback_received: ({ provider_id, author, rating, title }) => ({
    subject: "You have new feedback",
    preview: `${line(author, 80)} left you feedback.`,
    heading: "You have new feedback",
    paragraphs: [
      `${line(author, 80)} has left feedback on your profile.`,
      "A short, friendly reply shows people how you work.",
    ],
    facts: [
      { label: "Rating", value: `${stars(rating)} (${Number(rating) || 0} of 5)` },
      { label: "Title", value: line(title, 150) },
    ],
    button: {
      label: "Read it and reply",
      path: `/directory/${line(provider_id, 36)}?tab=feedback`,
    },
  }),
  /** To the author: data is {title, provider, reason}. */
  feedback_removed: ({ title, provider, reason }) => ({
    subject: "Your feedback has been deleted",
    heading: "Your feedback has been deleted",
    paragraphs: [
      `A moderator has deleted your feedback on ${line(provider, 120)}.`,
      ...because(reason),
    ],
    facts: [{ label: "Feedback", value: line(title, 150) }],
    small: IF_MISTAKEN,
  }),
  /** To the author of feedback: data is {provider_id, provider, title}. */
  feedback_reply: ({ provider_id, provider, title }) => ({
    subject: `${line(provider, 80)} replied to your feedback`,
    heading: "A reply to your feedback",
    paragraphs: [`${line(provider, 80)} has replied to what you wrote: “${line(title, 150)}”.`],
    button: { label: "Read the reply", path: `/directory/${line(provider_id, 36)}?tab=feedback` },
  }),
  /** To the author: data is {title, provider, provider_id, reason}. */
  feedback_shown: ({ title, provider, provider_id, reason }) => ({
    subject: "Your feedback is shown",
    heading: "Your feedback is shown",
    paragraphs: [
      `A moderator has approved your feedback on ${line(provider, 120)}. Everybody can read it.`,
      ...because(reason),
    ],
    facts: [{ label: "Feedback", value: line(title, 150) }],
    button: { label: "Read it", path: `/directory/${line(provider_id, 36)}?tab=feedback` },
  }),
};
