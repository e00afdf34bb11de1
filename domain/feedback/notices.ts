import {
  BECAUSE,
  IF_MISTAKEN,
  line,
  type MailData,
  type Mails,
  paragraphs,
  reasonIn,
} from "#domain/notifications/mail.ts";

const stars = (rating: unknown): string => {
  const full = Math.min(Math.max(Math.round(Number(rating)) || 0, 0), 5);
  return "★".repeat(full) + "☆".repeat(5 - full);
};

const decisionIn = (data: MailData) => ({
  professional: line(data.provider, 120),
  ...reasonIn(data),
});

const titleFact = ({ title }: MailData) => [{ label: "Feedback", value: line(title, 150) }];

const feedbackPath = ({ provider_id }: MailData) =>
  `/directory/${line(provider_id, 36)}?tab=feedback`;

const readButton = (data: MailData) => ({ label: "Read it", path: feedbackPath(data) });

export const feedbackNotices: Mails = {
  /** Data is {title, new_title, description, provider, provider_id, reason}. */
  feedback_edited: {
    about: "Sent to the author when a moderator edits their feedback",
    subject: "Your feedback has been edited",
    text: paragraphs(
      "A moderator has edited your feedback on {{professional}}. Readers see that it was edited, and can open what you wrote.",
      BECAUSE,
      "{{link}}",
      "If you do not agree, please write to us.",
    ),
    values: decisionIn,
    facts: (data) => [
      {
        label: "You wrote",
        value: line(data.title, 150),
      },
      {
        label: "It now says",
        value: line(data.new_title, 150),
      },
      ...(data.description ? [{ label: "Text now", value: line(data.description, 600) }] : []),
    ],
    button: readButton,
  },
  /** Data is {title, provider, reason}. */
  feedback_hidden: {
    about: "Sent to the author when a moderator hides their feedback",
    subject: "Your feedback is not shown any more",
    text: paragraphs(
      "A moderator has hidden your feedback on {{professional}}. It no longer counts towards the rating.",
      BECAUSE,
      IF_MISTAKEN,
    ),
    values: decisionIn,
    facts: titleFact,
  },
  /** Data is {title, provider_id, reason}. */
  feedback_picture_hidden: {
    about: "Sent to the author when a moderator removes a picture from their feedback",
    subject: "A picture of your feedback has been removed",
    heading: "We have removed a picture of your feedback",
    text: paragraphs(
      "A moderator has removed it. Your words and stars are unchanged.",
      BECAUSE,
      "{{link}}",
      IF_MISTAKEN,
    ),
    values: reasonIn,
    facts: titleFact,
    button: readButton,
  },
  /** Data is {provider_id, author, rating, title}. */
  feedback_received: {
    about: "Sent when a professional receives feedback",
    topic: "email",
    subject: "You have new feedback",
    text: paragraphs(
      "{{author}} has left feedback on your profile.",
      "A short, friendly reply shows people how you work.",
      "{{link}}",
    ),
    values: ({ author }) => ({ author: line(author, 80) }),
    facts: ({ rating, title }) => [
      { label: "Rating", value: `${stars(rating)} (${Number(rating) || 0} of 5)` },
      { label: "Title", value: line(title, 150) },
    ],
    button: (data) => ({ label: "Read it and reply", path: feedbackPath(data) }),
  },
  /** Data is {title, provider, reason}. */
  feedback_removed: {
    about: "Sent to the author when a moderator deletes their feedback",
    subject: "Your feedback has been deleted",
    text: paragraphs(
      "A moderator has deleted your feedback on {{professional}}.",
      BECAUSE,
      IF_MISTAKEN,
    ),
    values: decisionIn,
    facts: titleFact,
  },
  /** Data is {provider_id, provider, title}. */
  feedback_reply: {
    about: "Sent to the author when a professional replies to their feedback",
    topic: "email",
    subject: "{{professional}} replied to your feedback",
    heading: "A reply to your feedback",
    text: paragraphs("{{professional}} has replied to what you wrote: “{{title}}”.", "{{link}}"),
    values: ({ provider, title }) => ({
      professional: line(provider, 80),
      title: line(title, 150),
    }),
    button: (data) => ({ label: "Read the reply", path: feedbackPath(data) }),
  },
  /** Data is {title, provider, provider_id, reason}. */
  feedback_shown: {
    about: "Sent to the author when a moderator approves their feedback",
    subject: "Your feedback is shown",
    text: paragraphs(
      "A moderator has approved your feedback on {{professional}}. Everyone can read it now.",
      BECAUSE,
      "{{link}}",
    ),
    values: decisionIn,
    facts: titleFact,
    button: readButton,
  },
};
