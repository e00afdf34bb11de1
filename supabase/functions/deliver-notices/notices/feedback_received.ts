import { line, type WriteNotice } from "../notice.ts";

const stars = (rating: unknown): string => {
  const full = Math.min(Math.max(Math.round(Number(rating)) || 0, 0), 5);
  return "★".repeat(full) + "☆".repeat(5 - full);
};

/** To the provider: data is {provider_id, author, rating, title}. */
const feedbackReceived: WriteNotice = ({ provider_id, author, rating, title }) => ({
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
  button: { label: "Read it and reply", path: `/directory/${line(provider_id, 36)}?tab=feedback` },
});

export default feedbackReceived;
