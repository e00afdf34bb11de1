import type { Notices } from "./notice.ts";
import { accountsNotices } from "./notices/accounts.ts";
import { accountsSecurityNotices } from "./notices/accounts-security.ts";
import { businessesNotices } from "./notices/businesses.ts";
import { enquiriesNotices } from "./notices/enquiries.ts";
import { feedbackNotices } from "./notices/feedback.ts";
import { jobsNotices } from "./notices/jobs.ts";
import { membershipNotices } from "./notices/membership.ts";
import { providersNotices } from "./notices/providers.ts";
import { reportsNotices } from "./notices/reports.ts";
import { siteNotices } from "./notices/site.ts";

/** The writer of each kind of `notify.notice_kinds`. Topics are listed one by one, because bundlers need it. */
export const NOTICES: Notices = {
  ...accountsSecurityNotices,
  ...accountsNotices,
  ...businessesNotices,
  ...enquiriesNotices,
  ...feedbackNotices,
  ...jobsNotices,
  ...membershipNotices,
  ...providersNotices,
  ...reportsNotices,
  ...siteNotices,
};
