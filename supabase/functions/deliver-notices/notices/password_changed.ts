import { moment, type WriteNotice } from "../notice.ts";

/** To the account: data is {changed_at}. */
const passwordChanged: WriteNotice = ({ changed_at }) => ({
  subject: "Your password was changed",
  heading: "Your password was changed",
  paragraphs: [
    "The password of your account is a new one now, and your other devices were signed out.",
    "If this was not you, choose another password at once: somebody may be in your account or your mailbox.",
  ],
  facts: [{ label: "When", value: moment(changed_at) }],
  button: { label: "It was not me", path: "/reset-password" },
});

export default passwordChanged;
