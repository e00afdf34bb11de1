import { day, line, type WriteNotice } from "../notice.ts";

/** To people who requested deletion: data is {erase_on}. */
const deletionScheduled: WriteNotice = ({ first_name, erase_on }, site) => ({
  subject: `Your ${site.name} account will be deleted on ${day(erase_on)}`,
  preview: "Sign in before then to keep it.",
  heading: "Your account is scheduled for deletion",
  paragraphs: [
    `${first_name ? `Hello ${line(first_name, 80)}, you` : "You"} asked us to delete your account. On ${day(erase_on)} we erase your profile, your jobs, your files and your sign-in for good.`,
    "Until then your profile is not listed, nobody new can see your contact details, and your membership does not renew.",
    "Changed your mind, or was it not you? Sign in before that day and the account stays as it is. If it was not you, change your password as well.",
  ],
  facts: [{ label: "Deleted on", value: day(erase_on) }],
  button: { label: "Keep my account: sign in", path: "/login" },
  small: "Your reviews stay, without your name.",
});

export default deletionScheduled;
