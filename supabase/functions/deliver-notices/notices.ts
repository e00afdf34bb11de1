import type { WriteNotice } from "./notice.ts";
import feedbackReceived from "./notices/feedback_received.ts";
import feedbackReply from "./notices/feedback_reply.ts";

/** Who writes each kind of `private.notice_kinds`; named one by one, as bundlers need it. */
export const NOTICES: Record<string, WriteNotice> = {
  feedback_received: feedbackReceived,
  feedback_reply: feedbackReply,
};
