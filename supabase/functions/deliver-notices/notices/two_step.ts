import { moment, type WriteNotice } from "../notice.ts";

/** To the account: data is {on, changed_at}. */
const twoStep: WriteNotice = ({ on, changed_at }) => {
  const state = on === true ? "on" : "off";
  return {
    subject: `Two-step verification was switched ${state}`,
    heading: `Two-step verification was switched ${state}`,
    paragraphs: [
      on === true
        ? "From now on, signing in also asks for a code from your authenticator app. Keep your recovery codes where you find them without your phone."
        : "From now on, your password alone is enough to sign in.",
      "If this was not you, change your password at once.",
    ],
    facts: [{ label: "When", value: moment(changed_at) }],
    button: { label: "Look at your account security", path: "/account?tab=security" },
  };
};

export default twoStep;
