import { line, moment, type Notices, SECURITY_BUTTON } from "../notice.ts";

/** What each scope shares with an application, in the order of the list. */
const KNOWN: Record<string, string> = {
  profile: "your name and profile details",
  email: "your email address",
  phone: "your phone number",
};

export const accountsSecurityNotices: Notices = {
  /** To the account: data is {name, scopes, changed_at}. */
  application: ({ name, scopes, changed_at }) => {
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
      button: SECURITY_BUTTON,
    };
  },
  /** To the old address: data is {new_email, changed_at}; the new address is shortened. */
  email_changed: ({ new_email, changed_at }, site) => ({
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
  }),
  /** To the account: data is {browser, system, signed_in_at}. */
  new_device: ({ browser, system, signed_in_at }, site) => ({
    subject: `New sign-in to your ${line(site.name, 60)} account`,
    preview: "If this was you, there is nothing to do.",
    heading: "A sign-in from a new device",
    paragraphs: [
      "Somebody has signed in to your account with a device or browser that we have not seen there before.",
      "If this was you, there is nothing to do. If not, end that session and change your password at once.",
    ],
    facts: [
      {
        label: "Device",
        value: [line(browser, 60), line(system, 60)].filter(Boolean).join(" on "),
      },
      { label: "When", value: moment(signed_in_at) },
    ],
    button: { label: "Check your devices", path: "/account?tab=security" },
  }),
  /** To the account: data is {added, name, changed_at}. */
  passkey: ({ added, name, changed_at }) => {
    const what = added === true ? "added to" : "removed from";
    return {
      subject: `A passkey was ${what} your account`,
      heading: `A passkey was ${what} your account`,
      paragraphs: [
        added === true
          ? "From now on, anyone who can unlock the device with this passkey can sign in without your password."
          : "It can no longer be used to sign in. Your device may still offer it, so delete it there too.",
        added === true
          ? "If this was not you, remove it at once, and then change your password."
          : "If this was not you, change your password at once.",
      ],
      facts: [
        { label: "Passkey", value: String(name || "Passkey") },
        { label: "When", value: moment(changed_at) },
      ],
      button: SECURITY_BUTTON,
    };
  },
  /** To the account: data is {changed_at}. */
  password_changed: ({ changed_at }) => ({
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [
      "The password of your account is a new one now, and your other devices were signed out.",
      "If this was not you, choose another password at once: somebody may be in your account or your mailbox.",
    ],
    facts: [{ label: "When", value: moment(changed_at) }],
    button: { label: "It was not me", path: "/reset-password" },
  }),
  /** To the account: data is {on, changed_at}. */
  two_step: ({ on, changed_at }) => {
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
      button: SECURITY_BUTTON,
    };
  },
};
