import { line, type WriteNotice } from "../notice.ts";

const TYPES: Record<string, string> = {
  profile: "your profile",
  job: "a job that you posted",
  feedback: "feedback that you gave",
};

/** To the person concerned: data is {case_number, label, type, reason}. The reporter is not named. */
const reportUpheld: WriteNotice = ({ case_number, label, type, reason }, site) => ({
  subject: `A report about ${TYPES[String(type)] ?? "something of yours"} was upheld`,
  heading: "A report was upheld",
  paragraphs: [
    `Somebody reported ${TYPES[String(type)] ?? "something of yours"}, “${line(label, 150)}”, and we agree. These are our reasons:`,
    line(reason, 2000),
  ],
  facts: [{ label: "Case number", value: line(case_number, 20) }],
  small: `If you think that this is wrong, write to ${site.name} and name the case number.`,
});

export default reportUpheld;
