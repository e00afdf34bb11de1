import { REPORT_RECEIVED } from "#domain/reports-messages.ts";
import { line, type Notices } from "../notice.ts";

const TYPES: Record<string, string> = {
  profile: "your profile",
  job: "a job that you posted",
  feedback: "feedback that you gave",
};

export const reportsNotices: Notices = {
  /** To the reporter: data is {case_number, link_key, label, state, reason, appealed}. */
  report_outcome: ({ case_number, link_key, label, state, reason, appealed }) => ({
    subject: `Your report ${line(case_number, 20)}: ${state === "upheld" ? "upheld" : "not upheld"}`,
    heading: state === "upheld" ? "Your report was upheld" : "Your report was not upheld",
    paragraphs: [
      `We have looked at “${line(label, 150)}”. These are our reasons:`,
      line(reason, 2000),
      ...(appealed === true
        ? ["This is the decision about your appeal, and it is final."]
        : ["If you disagree you can appeal once, within six months, by the link below."]),
    ],
    facts: [{ label: "Case number", value: line(case_number, 20) }],
    button: {
      label: appealed === true ? "See the case" : "See the case or appeal",
      path: `/reports/${encodeURIComponent(line(case_number, 20))}?key=${encodeURIComponent(line(link_key, 36))}`,
    },
  }),
  /** To the reporter: data is {case_number, link_key, label}; a visitor's has no label. */
  report_received: ({ case_number, link_key, label }) => ({
    subject: `We have your report ${line(case_number, 20)}`,
    heading: REPORT_RECEIVED,
    paragraphs: [
      `Your report${label === undefined ? "" : ` about “${line(label, 150)}”`} has arrived. Our team will review it and email you the outcome and the reasons.`,
    ],
    facts: [{ label: "Case number", value: line(case_number, 20) }],
    button: {
      label: "See your report",
      path: `/reports/${encodeURIComponent(line(case_number, 20))}?key=${encodeURIComponent(line(link_key, 36))}`,
    },
  }),
  /** To the person concerned: data is {case_number, label, type, reason}. The reporter is not named. */
  report_upheld: ({ case_number, label, type, reason }, site) => ({
    subject: `A report about ${TYPES[String(type)] ?? "something of yours"} was upheld`,
    heading: "A report was upheld",
    paragraphs: [
      `Somebody reported ${TYPES[String(type)] ?? "something of yours"}, “${line(label, 150)}”, and we agree. These are our reasons:`,
      line(reason, 2000),
    ],
    facts: [{ label: "Case number", value: line(case_number, 20) }],
    small: `If you think that this is wrong, write to ${site.name} and name the case number.`,
  }),
};
