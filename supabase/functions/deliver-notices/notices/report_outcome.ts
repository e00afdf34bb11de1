import { line, type WriteNotice } from "../notice.ts";

/** To the reporter: data is {case_number, link_key, label, state, reason, appealed}. */
const reportOutcome: WriteNotice = ({ case_number, link_key, label, state, reason, appealed }) => ({
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
});

export default reportOutcome;
