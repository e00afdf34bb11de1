import { line, type WriteNotice } from "../notice.ts";

/** To the reporter: data is {case_number, link_key, label}; a visitor's has no label. */
const reportReceived: WriteNotice = ({ case_number, link_key, label }) => ({
  subject: `We have your report ${line(case_number, 20)}`,
  heading: "Thank you for your report",
  paragraphs: [
    `Your report${label === undefined ? "" : ` about “${line(label, 150)}”`} has arrived. Our team will review it and email you the outcome and the reasons.`,
  ],
  facts: [{ label: "Case number", value: line(case_number, 20) }],
  button: {
    label: "See your report",
    path: `/reports/${encodeURIComponent(line(case_number, 20))}?key=${encodeURIComponent(line(link_key, 36))}`,
  },
});

export default reportReceived;
