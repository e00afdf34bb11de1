import { line, moment, type WriteNotice } from "../notice.ts";

/** To the old address: data is {new_email, changed_at}; the new address is shortened. */
const emailChanged: WriteNotice = ({ new_email, changed_at }, site) => ({
  subject: "Your email address was changed",
  heading: "Your email address was changed",
  paragraphs: [
    `Your ${line(site.name, 60)} account no longer uses this address. You sign in with the new one.`,
    "If this was not you, please write to us at once.",
  ],
  facts: [
    { label: "New address", value: line(new_email, 200) },
    { label: "When", value: moment(changed_at) },
  ],
});

export default emailChanged;
