import { moment, type WriteNotice } from "../notice.ts";

/** To the account: data is {added, name, changed_at}. */
const passkey: WriteNotice = ({ added, name, changed_at }) => {
  const what = added === true ? "added to" : "removed from";
  return {
    subject: `A passkey was ${what} your account`,
    heading: `A passkey was ${what} your account`,
    paragraphs: [
      added === true
        ? "From now on, whoever unlocks the device that keeps it can sign in without your password."
        : "It no longer signs anybody in. The device may still offer it: delete it there, too.",
      added === true
        ? "If this was not you, remove it at once, and then change your password."
        : "If this was not you, change your password at once.",
    ],
    facts: [
      { label: "Passkey", value: String(name || "Passkey") },
      { label: "When", value: moment(changed_at) },
    ],
    button: { label: "Look at your account security", path: "/account?tab=security" },
  };
};

export default passkey;
