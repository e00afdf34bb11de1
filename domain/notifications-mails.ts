import { accountsMails } from "./accounts-mails.ts";
import { accountsNotices } from "./accounts-notices.ts";
import { accountsSecurityNotices } from "./accounts-security-notices.ts";
import { businessesNotices } from "./businesses-notices.ts";
import { enquiriesNotices } from "./enquiries-notices.ts";
import { feedbackInvitations } from "./feedback-invitations.ts";
import { feedbackNotices } from "./feedback-notices.ts";
import { jobsNotices } from "./jobs-notices.ts";
import { quotesNotices } from "./jobs-quotes-notices.ts";
import { membershipNotices } from "./membership-notices.ts";
import { line, type Mails } from "./notifications-mail.ts";
import { providersNotices } from "./providers-notices.ts";
import { reportsNotices } from "./reports-notices.ts";
import { siteNotices } from "./site-notices.ts";

/** Notices may greet their receiver; an address without an account has no name. */
const named = (mails: Mails): Mails =>
  Object.fromEntries(
    Object.entries(mails).map(([kind, mail]) => [
      kind,
      {
        ...mail,
        values: (data, site) => ({
          name: line(data.first_name, 80) || "there",
          ...mail.values?.(data, site),
        }),
      },
    ]),
  );

/** All mails of the system by topic, in the order in which admins see them. */
export const MAIL_TOPICS: readonly (readonly [string, Mails])[] = [
  ["Signing in", accountsMails],
  ["Account security", named(accountsSecurityNotices)],
  ["Accounts", named(accountsNotices)],
  ["Profiles", named(providersNotices)],
  ["Enquiries", named(enquiriesNotices)],
  ["Jobs", named(jobsNotices)],
  ["Quotes", named(quotesNotices)],
  ["Feedback", named({ ...feedbackNotices, ...feedbackInvitations })],
  ["Membership", named(membershipNotices)],
  ["Businesses", named(businessesNotices)],
  ["Reports", named(reportsNotices)],
  ["The site", named(siteNotices)],
];

/** The mails by kind. */
export const MAILS: Mails = Object.fromEntries(
  MAIL_TOPICS.flatMap(([, mails]) => Object.entries(mails)),
);

/** The key of a mail's words in the settings of the site. */
export const settingOfMail = (kind: string): string => `mail_${kind}`;
