import { line, type Mails, paragraphs } from "#domain/notifications/mail.ts";

/** Notices to admins about the site itself. */
export const siteNotices: Mails = {
  /** Data is {what, reason}. */
  site_alert: {
    about: "Sent to admins when part of the site isn't working",
    subject: "{{site}} needs attention: {{what}}",
    heading: "Something is not working",
    text: paragraphs(
      "{{what}}.",
      "We keep retrying automatically, and email you once each time it begins. To find the cause, the operator runs npm run doctor or reads the log.",
      "{{link}}",
      "You're receiving this because you're an admin of the site.",
    ),
    values: ({ what }) => ({ what: line(what, 120) }),
    facts: ({ reason }) => (reason ? [{ label: "Reason", value: line(reason, 300) }] : []),
    button: () => ({ label: "See what is wrong", path: "/admin/health" }),
  },
};
