import { line, type Mails, paragraphs } from "#domain/notifications/mail.ts";

export const enquiriesNotices: Mails = {
  /** Data is {enquiry_id, person, from, subject, excerpt}, and takes_reply if a reply by mail is delivered. No address is revealed. */
  enquiry: {
    about: "Sent to the other person in a conversation when there is a new message",
    topic: "email",
    subject: "Message from {{from}}: {{subject}}",
    heading: "{{from}} wrote to you",
    text: paragraphs("{{message}}", "{{link}}", "{{answering}}"),
    values: ({ from, subject, excerpt, takes_reply }) => ({
      from: line(from, 80),
      subject: line(subject, 80),
      message: line(excerpt, 600),
      answering: takes_reply
        ? "Reply to this email or answer on the site. Neither side sees the other's address. We don't pass on attachments: please add pictures on the site."
        : "Answer on the site: replies to this email aren't delivered, and neither side sees the other's address.",
    }),
    facts: ({ subject }) => [{ label: "About", value: line(subject, 150) }],
    button: ({ enquiry_id, from }) => ({
      label: `Reply to ${line(from, 40)}`,
      path: `/dashboard/enquiries?open=${line(enquiry_id, 36)}`,
    }),
  },
  /** Data is {enquiry_id, subject, reason}; the first two are missing if the conversation is gone. */
  reply_refused: {
    about: "Sent to the account's owner when their reply by email couldn't be delivered",
    subject: "Your reply wasn't delivered",
    text: paragraphs("{{reason}}", "Your reply was about: {{subject}}", "{{link}}"),
    values: ({ subject, reason }) => ({ subject: line(subject, 150), reason: line(reason, 300) }),
    required: ["reason"],
    sample: { reason: "The reply address of that email has expired. Please answer on the site." },
    button: ({ enquiry_id }) => ({
      label: "Answer on the site",
      path: enquiry_id
        ? `/dashboard/enquiries?open=${line(enquiry_id, 36)}`
        : "/dashboard/enquiries",
    }),
  },
};
