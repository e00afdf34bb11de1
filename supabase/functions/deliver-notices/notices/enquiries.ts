import { line, type Notices } from "../notice.ts";

export const enquiriesNotices: Notices = {
  /**
   * To the other side of an enquiry: data is {enquiry_id, from, subject, excerpt}. No address is revealed.
   */
  enquiry: ({ enquiry_id, from, subject, excerpt }) => ({
    subject: `Message from ${line(from, 80)}: ${line(subject, 80)}`,
    preview: line(excerpt, 120),
    heading: `${line(from, 80)} wrote to you`,
    paragraphs: [line(excerpt, 600)],
    facts: [{ label: "About", value: line(subject, 150) }],
    button: { label: "Read and answer", path: `/dashboard/enquiries?open=${line(enquiry_id, 36)}` },
    small:
      "Answer on the site: replies to this email aren't delivered, and neither side sees the other's address.",
  }),
};
