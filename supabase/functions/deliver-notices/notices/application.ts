import { moment, type WriteNotice } from "../notice.ts";

/** What each scope shares with an application, in the order of the list. */
const KNOWN: Record<string, string> = {
  profile: "your name and profile details",
  email: "your email address",
  phone: "your phone number",
};

/** To the account: data is {name, scopes, changed_at}. */
const application: WriteNotice = ({ name, scopes, changed_at }) => {
  const requested = String(scopes ?? "").split(" ");
  const known = Object.entries(KNOWN).flatMap(([scope, words]) =>
    requested.includes(scope) ? words : [],
  );
  return {
    subject: "An application was connected to your account",
    heading: "An application was connected to your account",
    paragraphs: [
      "It may sign you in with your account here. It cannot change anything, and does not get your password.",
      "If this was not you, remove it at once, and then change your password.",
    ],
    facts: [
      { label: "Application", value: String(name || "Without a name") },
      { label: "It may know", value: known.join(", ") || "who you are, nothing more" },
      { label: "When", value: moment(changed_at) },
    ],
    button: { label: "Look at your account security", path: "/account?tab=security" },
  };
};

export default application;
