import { line, type Mails, paragraphs } from "./notifications-mail.ts";

export const enquiriesNotices: Mails = {
  /** Data is {enquiry_id, from, subject, excerpt}. No address is revealed. */
  enquiry: {
    about: "To the other side of an enquiry, when there is a new message",
    optional: true,
    words: {
      subject: "Message from {{from}}: {{subject}}",
      heading: "{{from}} wrote to you",
      text: paragraphs(
        "{{message}}",
        "{{link}}",
        "Answer on the site: replies to this email aren't delivered, and neither side sees the other's address.",
      ),
    },
    values: ({ from, subject, excerpt }) => ({
      from: line(from, 80),
      subject: line(subject, 80),
      message: line(excerpt, 600),
    }),
    facts: ({ subject }) => [{ label: "About", value: line(subject, 150) }],
    button: ({ enquiry_id }) => ({
      label: "Read and answer",
      path: `/dashboard/enquiries?open=${line(enquiry_id, 36)}`,
    }),
  },
};
