import type { WriteNotice } from "./notice.ts";
import deletionCancelled from "./notices/deletion_cancelled.ts";
import deletionDone from "./notices/deletion_done.ts";
import deletionScheduled from "./notices/deletion_scheduled.ts";
import emailChanged from "./notices/email_changed.ts";
import enquiry from "./notices/enquiry.ts";
import feedbackReceived from "./notices/feedback_received.ts";
import feedbackReply from "./notices/feedback_reply.ts";
import freeYearEnding from "./notices/free_year_ending.ts";
import jobAlert from "./notices/job_alert.ts";
import jobExpired from "./notices/job_expired.ts";
import jobStillLooking from "./notices/job_still_looking.ts";
import membershipCancelled from "./notices/membership_cancelled.ts";
import membershipEnded from "./notices/membership_ended.ts";
import membershipResumed from "./notices/membership_resumed.ts";
import membershipStarted from "./notices/membership_started.ts";
import newDevice from "./notices/new_device.ts";
import passwordChanged from "./notices/password_changed.ts";
import paymentFailed from "./notices/payment_failed.ts";
import paymentReceipt from "./notices/payment_receipt.ts";
import renewalReminder from "./notices/renewal_reminder.ts";
import reportOutcome from "./notices/report_outcome.ts";
import reportReceived from "./notices/report_received.ts";
import reportUpheld from "./notices/report_upheld.ts";
import twoStep from "./notices/two_step.ts";

/** Who writes each kind of `private.notice_kinds`; named one by one, as bundlers need it. */
export const NOTICES: Record<string, WriteNotice> = {
  report_upheld: reportUpheld,
  report_received: reportReceived,
  report_outcome: reportOutcome,
  deletion_cancelled: deletionCancelled,
  deletion_done: deletionDone,
  deletion_scheduled: deletionScheduled,
  email_changed: emailChanged,
  enquiry,
  feedback_received: feedbackReceived,
  feedback_reply: feedbackReply,
  free_year_ending: freeYearEnding,
  job_alert: jobAlert,
  job_expired: jobExpired,
  job_still_looking: jobStillLooking,
  membership_cancelled: membershipCancelled,
  membership_ended: membershipEnded,
  membership_resumed: membershipResumed,
  membership_started: membershipStarted,
  new_device: newDevice,
  password_changed: passwordChanged,
  payment_failed: paymentFailed,
  payment_receipt: paymentReceipt,
  renewal_reminder: renewalReminder,
  two_step: twoStep,
};
