import { line, type Mails, paragraphs } from "./notifications-mail.ts";

/** Notices to admins about the site itself. */
export const siteNotices: Mails = {
  /** Data is {what, reason}. */
  site_alert: {
    about: "To the admins, when something of the site does not work",
    words: {
      subject: "{{site}} needs attention: {{what}}",
      heading: "Something is not working",
      text: paragraphs(
        "{{what}}.",
        "It is tried again by itself. We email you once when it begins, and again only if it is over and comes back. The operator finds the cause with npm run doctor and in the log.",
        "{{link}}",
        "You get this email because you are an admin of the site.",
      ),
    },
    values: ({ what }) => ({ what: line(what, 120) }),
    facts: ({ reason }) => (reason ? [{ label: "Reason", value: line(reason, 300) }] : []),
    button: () => ({ label: "See what is wrong", path: "/admin/health" }),
  },
};
