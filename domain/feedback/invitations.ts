import { line, type MailData, type Mails, paragraphs } from "#domain/notifications/mail.ts";
import { leaveFeedbackPath, removeReviewPath, reviewPath } from "./feedback.ts";
import { FEEDBACK_PENDING } from "./messages.ts";

const namesIn = ({ title, professional, client }: MailData) => ({
  title: line(title, 100),
  professional: line(professional, 80),
  client: line(client, 80),
});

const LABEL = "label “Verified hire”";

/** Mails after the work is done. Data is {title, job_id, provider_id, professional, client, confirmed, reminder, reviewed}. */
export const feedbackInvitations: Mails = {
  /** To an address that a professional has typed. Data is {professional, code, stop, reminder}. */
  review_invitation: {
    about:
      "Sent to earlier customers whom a professional asks for feedback, and again a week later",
    subject: "{{professional}} asks for your feedback",
    text: paragraphs(
      "{{professional}} says that you were their customer, and asks for your feedback on {{site}}. {{news}}",
      "A few honest words, good or bad, help other people choose. You need no account.",
      "{{link}}",
      "You were not their customer, or want no such emails? Stop them below: no professional can ask you here again.",
    ),
    values: ({ professional, reminder }) => ({
      professional: line(professional, 80),
      news: reminder ? "This is the only reminder." : "There is at most one reminder.",
    }),
    button: ({ code }) => ({ label: "Leave feedback", path: reviewPath(line(code, 10)) }),
    why: "You're receiving this because a professional gave us your address.",
    sample: { professional: "Dovetail Yard", code: "abcdefghij" },
  },
  /** To its author, who has no account. Data is {provider_id, professional, token, public}. */
  review_published: {
    about: "Sent to the author of feedback who has no account, once they have confirmed it",
    subject: "Your feedback on {{professional}}",
    text: paragraphs(
      "Thank you. {{state}}",
      "You can remove it at any time, without an account: keep this email.",
      "{{link}}",
    ),
    values: ({ professional, public: isPublic }) => ({
      professional: line(professional, 80),
      state: isPublic ? "Everyone can read it now." : FEEDBACK_PENDING,
    }),
    button: ({ token }) => ({
      label: "Remove my feedback",
      path: removeReviewPath(line(token, 36)),
    }),
    sample: { professional: "Dovetail Yard", token: "0".repeat(36), public: true },
  },
  feedback_invitation: {
    about: "Sent to the job's poster when the work is done, and again a week later",
    topic: "email",
    subject: "How did it go with {{professional}}?",
    text: paragraphs(
      "{{news}}",
      "A few honest words, good or bad, help other people choose.",
      "{{link}}",
    ),
    values: (data) => {
      const { title, professional } = namesIn(data);
      const label = data.confirmed ? ` Your feedback will have the ${LABEL}.` : "";
      return {
        professional,
        title,
        news: data.reminder
          ? `You have not left feedback for ${professional} on “${title}” yet. We won't ask again.${label}`
          : `You said that the work on “${title}” is done.${label}`,
      };
    },
    button: ({ provider_id, job_id }) => ({
      label: "Leave feedback",
      path: leaveFeedbackPath(line(provider_id, 36), line(job_id, 36)),
    }),
  },
  feedback_prospect: {
    about: "Sent to the hired professional when the work is done, and again a week later",
    topic: "email",
    subject: "{{client}}'s feedback on “{{title}}”",
    text: paragraphs("{{news}}", "{{request}}", "{{link}}"),
    values: (data) => {
      const { title, client } = namesIn(data);
      return {
        client,
        title,
        news: data.reviewed
          ? `${client} has left feedback on your work.`
          : data.reminder
            ? `${client} has not left feedback yet. We have reminded them.`
            : `${client} says that the work is done. We have asked them for feedback.`,
        request: !data.confirmed
          ? `Please confirm under My quotes that they hired you. Only then does their feedback have the ${LABEL}.`
          : data.reviewed
            ? "A short reply shows people how you work."
            : "A friendly word from you often helps. You can write to them under My quotes.",
      };
    },
    button: (data) =>
      data.reviewed && data.confirmed
        ? {
            label: "Read it and reply",
            path: `/directory/${line(data.provider_id, 36)}?tab=feedback`,
          }
        : { label: "See my quotes", path: "/dashboard/quotes" },
  },
};
