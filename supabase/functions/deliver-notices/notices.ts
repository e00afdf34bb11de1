import type { WriteNotice } from "./notice.ts";
import accountDeactivated from "./notices/account_deactivated.ts";
import accountEdited from "./notices/account_edited.ts";
import accountReactivated from "./notices/account_reactivated.ts";
import accountRemoved from "./notices/account_removed.ts";
import accountTypeChanged from "./notices/account_type_changed.ts";
import application from "./notices/application.ts";
import claimApproved from "./notices/claim_approved.ts";
import claimDecided from "./notices/claim_decided.ts";
import claimInvitation from "./notices/claim_invitation.ts";
import claimQuestion from "./notices/claim_question.ts";
import claimRefused from "./notices/claim_refused.ts";
import writeClaimDecided from "./notices/claim_settled.ts";
import claimWaiting from "./notices/claim_waiting.ts";
import deletionCancelled from "./notices/deletion_cancelled.ts";
import deletionDone from "./notices/deletion_done.ts";
import deletionScheduled from "./notices/deletion_scheduled.ts";
import deletionSoon from "./notices/deletion_soon.ts";
import emailChanged from "./notices/email_changed.ts";
import enquiry from "./notices/enquiry.ts";
import feedbackEdited from "./notices/feedback_edited.ts";
import feedbackHidden from "./notices/feedback_hidden.ts";
import feedbackReceived from "./notices/feedback_received.ts";
import feedbackRemoved from "./notices/feedback_removed.ts";
import feedbackReply from "./notices/feedback_reply.ts";
import feedbackShown from "./notices/feedback_shown.ts";
import freeYearEnding from "./notices/free_year_ending.ts";
import jobAlert from "./notices/job_alert.ts";
import jobAllowed from "./notices/job_allowed.ts";
import jobExpired from "./notices/job_expired.ts";
import jobRemoved from "./notices/job_removed.ts";
import jobStillLooking from "./notices/job_still_looking.ts";
import jobStopped from "./notices/job_stopped.ts";
import membershipCancelled from "./notices/membership_cancelled.ts";
import membershipEnded from "./notices/membership_ended.ts";
import membershipResumed from "./notices/membership_resumed.ts";
import membershipStarted from "./notices/membership_started.ts";
import newDevice from "./notices/new_device.ts";
import passkey from "./notices/passkey.ts";
import passwordChanged from "./notices/password_changed.ts";
import paymentFailed from "./notices/payment_failed.ts";
import paymentReceipt from "./notices/payment_receipt.ts";
import profileHidden from "./notices/profile_hidden.ts";
import profileShown from "./notices/profile_shown.ts";
import renewalReminder from "./notices/renewal_reminder.ts";
import reportOutcome from "./notices/report_outcome.ts";
import reportReceived from "./notices/report_received.ts";
import reportUpheld from "./notices/report_upheld.ts";
import twoStep from "./notices/two_step.ts";

/** The writer of each kind of `notify.notice_kinds`; listed one by one, because bundlers need it. */
export const NOTICES: Record<string, WriteNotice> = {
  account_deactivated: accountDeactivated,
  account_edited: accountEdited,
  account_reactivated: accountReactivated,
  account_removed: accountRemoved,
  account_type_changed: accountTypeChanged,
  application,
  claim_approved: claimApproved,
  claim_decided: claimDecided,
  claim_invitation: claimInvitation,
  claim_question: claimQuestion,
  claim_refused: claimRefused,
  claim_settled: writeClaimDecided,
  claim_waiting: claimWaiting,
  deletion_cancelled: deletionCancelled,
  deletion_done: deletionDone,
  deletion_scheduled: deletionScheduled,
  deletion_soon: deletionSoon,
  email_changed: emailChanged,
  enquiry,
  feedback_edited: feedbackEdited,
  feedback_hidden: feedbackHidden,
  feedback_received: feedbackReceived,
  feedback_removed: feedbackRemoved,
  feedback_reply: feedbackReply,
  feedback_shown: feedbackShown,
  free_year_ending: freeYearEnding,
  job_alert: jobAlert,
  job_allowed: jobAllowed,
  job_expired: jobExpired,
  job_removed: jobRemoved,
  job_still_looking: jobStillLooking,
  job_stopped: jobStopped,
  membership_cancelled: membershipCancelled,
  membership_ended: membershipEnded,
  membership_resumed: membershipResumed,
  membership_started: membershipStarted,
  new_device: newDevice,
  passkey,
  password_changed: passwordChanged,
  payment_failed: paymentFailed,
  payment_receipt: paymentReceipt,
  profile_hidden: profileHidden,
  profile_shown: profileShown,
  renewal_reminder: renewalReminder,
  report_outcome: reportOutcome,
  report_received: reportReceived,
  report_upheld: reportUpheld,
  two_step: twoStep,
};
