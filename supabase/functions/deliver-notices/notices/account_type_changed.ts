import { accountLabel } from "#domain/accounts.ts";
import { because, line, type WriteNotice } from "../notice.ts";

/** Data is {from, to, reason}. */
const accountTypeChanged: WriteNotice = ({ from, to, reason }, site) => ({
  subject: "Your account type has been changed",
  heading: "Your account type has been changed",
  paragraphs: [
    `An admin of ${line(site.name, 60)} has changed what kind of account you have, and so what you can do with it.`,
    ...because(reason),
  ],
  facts: [
    { label: "Before", value: line(accountLabel(String(from)), 60) },
    { label: "Now", value: line(accountLabel(String(to)), 60) },
  ],
  small: "If you did not expect this, please write to us.",
});

export default accountTypeChanged;
