import {
  BECAUSE,
  IF_MISTAKEN,
  type Mails,
  paragraphs,
  reasonIn,
} from "#domain/notifications/mail.ts";

export const providersNotices: Mails = {
  /** Data is {reason}. */
  profile_hidden: {
    about: "Sent when an admin hides a professional's profile",
    subject: "Your profile is currently hidden",
    text: paragraphs(
      "A {{site}} admin has hidden your profile from the directory. Your account works as before.",
      BECAUSE,
      IF_MISTAKEN,
    ),
    values: reasonIn,
  },
  /** Data is {reason}. */
  profile_shown: {
    about: "Sent when an admin shows a professional's profile again",
    subject: "Your profile can be shown again",
    text: paragraphs(
      "An admin has shown your profile again. While you are a member, you're visible in search again.",
      BECAUSE,
      "{{link}}",
    ),
    values: reasonIn,
    button: () => ({ label: "Your profile", path: "/profile" }),
  },
};
