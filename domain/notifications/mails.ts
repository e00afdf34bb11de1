import { accountsMails } from "#domain/accounts/mails.ts";
import { accountsNotices } from "#domain/accounts/notices.ts";
import { accountsSecurityNotices } from "#domain/accounts/security-notices.ts";
import { businessesNotices } from "#domain/businesses/notices.ts";
import { enquiriesNotices } from "#domain/enquiries/notices.ts";
import { feedbackInvitations } from "#domain/feedback/invitations.ts";
import { feedbackNotices } from "#domain/feedback/notices.ts";
import { jobsNotices } from "#domain/jobs/notices.ts";
import { quotesNotices } from "#domain/jobs/quotes-notices.ts";
import { membershipNotices } from "#domain/membership/notices.ts";
import { providersNotices } from "#domain/providers/notices.ts";
import { reportsNotices } from "#domain/reports/notices.ts";
import { siteNotices } from "#domain/site/notices.ts";
import { line, type Mails } from "./mail.ts";

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
