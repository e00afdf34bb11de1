import type { WriteNotice } from "./notice.ts";
import deletionCancelled from "./notices/deletion_cancelled.ts";
import deletionDone from "./notices/deletion_done.ts";
import deletionScheduled from "./notices/deletion_scheduled.ts";
import emailChanged from "./notices/email_changed.ts";
import enquiry from "./notices/enquiry.ts";
import feedbackReceived from "./notices/feedback_received.ts";
import feedbackReply from "./notices/feedback_reply.ts";
import jobAlert from "./notices/job_alert.ts";
import jobExpired from "./notices/job_expired.ts";
import jobStillLooking from "./notices/job_still_looking.ts";
import newDevice from "./notices/new_device.ts";
import passwordChanged from "./notices/password_changed.ts";
import twoStep from "./notices/two_step.ts";

/** Who writes each kind of `private.notice_kinds`; named one by one, as bundlers need it. */
export const NOTICES: Record<string, WriteNotice> = {
  deletion_cancelled: deletionCancelled,
  deletion_done: deletionDone,
  deletion_scheduled: deletionScheduled,
  email_changed: emailChanged,
  enquiry,
  feedback_received: feedbackReceived,
  feedback_reply: feedbackReply,
  job_alert: jobAlert,
  job_expired: jobExpired,
  job_still_looking: jobStillLooking,
  new_device: newDevice,
  password_changed: passwordChanged,
  two_step: twoStep,
};
