import { line, type MailData, type Mails, paragraphs } from "#domain/notifications/mail.ts";
import { REPORT_RECEIVED } from "./messages.ts";

const TYPES: Record<string, string> = {
  profile: "your profile",
  job: "a job that you posted",
  feedback: "feedback that you gave",
  message: "a message that you sent",
};

const caseIn = ({ case_number }: MailData) => ({ case_number: line(case_number, 20) });

const caseFact = (data: MailData) => [{ label: "Case number", value: caseIn(data).case_number }];

const casePath = ({ case_number, link_key }: MailData) =>
  `/reports/${encodeURIComponent(line(case_number, 20))}?key=${encodeURIComponent(line(link_key, 36))}`;

const decisionIn = (data: MailData) => ({
  ...caseIn(data),
  label: line(data.label, 150),
  reasons: line(data.reason, 2000),
});

export const reportsNotices: Mails = {
  /** Data is {case_number, link_key, label, state, reason, appealed}. */
  report_outcome: {
    about: "Sent to the reporter when their report is decided",
    subject: "Your report {{case_number}}: {{outcome}}",
    heading: "Your report was {{outcome}}",
    text: paragraphs(
      "We have looked at “{{label}}”. These are our reasons:",
      "{{reasons}}",
      "{{appeal}}",
      "{{link}}",
    ),
    required: ["reasons", "appeal"],
    values: (data) => ({
      ...decisionIn(data),
      outcome: data.state === "upheld" ? "upheld" : "not upheld",
      appeal:
        data.appealed === true
          ? "This is the decision about your appeal, and it is final."
          : "If you disagree you can appeal once, within six months, using the link below.",
    }),
    facts: caseFact,
    button: (data) => ({
      label: data.appealed === true ? "See the case" : "See the case or appeal",
      path: casePath(data),
    }),
  },
  /** Data is {case_number, link_key, label}; a visitor's has no label. */
  report_received: {
    about: "Sent to the reporter when they report something",
    subject: "We have your report {{case_number}}",
    heading: REPORT_RECEIVED,
    text: paragraphs(
      "Our team will review it and email you the outcome and the reasons.",
      "{{link}}",
    ),
    values: caseIn,
    facts: (data) => [
      ...(data.label === undefined ? [] : [{ label: "About", value: line(data.label, 150) }]),
      ...caseFact(data),
    ],
    button: (data) => ({ label: "See your report", path: casePath(data) }),
  },
  /** Data is {case_number, label, type, reason}. The reporter is not named. */
  report_upheld: {
    about: "Sent to the person reported when a report is upheld",
    subject: "A report about {{what}} was upheld",
    heading: "A report was upheld",
    text: paragraphs(
      "Somebody reported {{what}}, “{{label}}”, and we agree. These are our reasons:",
      "{{reasons}}",
      "If you think that this is wrong, write to {{site}} and name the case number.",
    ),
    required: ["reasons"],
    values: (data) => ({
      ...decisionIn(data),
      what: TYPES[String(data.type)] ?? "something of yours",
    }),
    facts: caseFact,
  },
};
