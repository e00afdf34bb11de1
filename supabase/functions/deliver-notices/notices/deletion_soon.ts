import { day, line, type WriteNotice } from "../notice.ts";

/** Three days before an account is erased: data is {erase_on}. */
const deletionSoon: WriteNotice = ({ first_name, erase_on }, site) => ({
  subject: `Last days to keep your ${site.name} account`,
  preview: `It is deleted on ${day(erase_on)} unless you sign in before.`,
  heading: `Your account is deleted on ${day(erase_on)}`,
  paragraphs: [
    `${first_name ? `Hello ${line(first_name, 80)}, you` : "You"} asked us to delete your account. This is our last reminder: after that day nobody can bring it back, and neither can we.`,
    "To keep your profile, your jobs and your files, sign in before then. If you still want to leave, there is nothing to do.",
  ],
  facts: [{ label: "Deleted on", value: day(erase_on) }],
  button: { label: "Keep my account: sign in", path: "/login" },
});

export default deletionSoon;
