import { line, type Notices } from "../notice.ts";

/** Notices to admins about the site itself. */
export const siteNotices: Notices = {
  site_alert: ({ what, reason }, site) => ({
    subject: `${site.name} needs attention: ${line(what, 120)}`,
    heading: "Something is not working",
    paragraphs: [
      `${line(what)}.`,
      "It is tried again by itself. We email you once when it begins, and again only if it is over and comes back. The operator finds the cause with npm run doctor and in the log.",
    ],
    facts: reason ? [{ label: "Reason", value: line(reason, 300) }] : [],
    button: { label: "See what is wrong", path: "/admin/health" },
    small: "You get this email because you are an admin of the site.",
  }),
};
