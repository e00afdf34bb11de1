import {
  line,
  type Mails,
  moment,
  paragraphs,
  securityButton,
} from "#domain/notifications/mail.ts";

export const accountsSecurityNotices: Mails = {
  /** Data is {new_email, changed_at}; the new address is shortened. */
  email_changed: {
    about: "Sent to the old address when an account's email has changed",
    subject: "Your email address was changed",
    text: paragraphs(
      "Your {{site}} account no longer uses this address. You sign in with the new one.",
      "If this was not you, please write to us at once.",
    ),
    facts: ({ new_email, changed_at }) => [
      { label: "New address", value: line(new_email, 200) },
      { label: "When", value: moment(changed_at) },
    ],
  },
  /** Data is {browser, system, signed_in_at}. */
  new_device: {
    about: "Sent when someone signs in from a new device",
    preview: "If this was you, there is nothing to do.",
    subject: "New sign-in to your {{site}} account",
    heading: "A sign-in from a new device",
    text: paragraphs(
      "Someone signed in to your account from a device or browser we haven't seen before.",
      "If this was you, there is nothing to do. If not, end that session and change your password at once.",
      "{{link}}",
    ),
    facts: ({ browser, system, signed_in_at }) => [
      {
        label: "Device",
        value: [line(browser, 60), line(system, 60)].filter(Boolean).join(" on "),
      },
      { label: "When", value: moment(signed_in_at) },
    ],
    button: () => ({ label: "Check your devices", path: "/account?tab=security" }),
  },
  /** Data is {added, name, changed_at}. */
  passkey: {
    about: "Sent when a passkey is added or removed",
    subject: "A passkey was {{change}} your account",
    text: paragraphs("{{meaning}}", "{{advice}}", "{{link}}"),
    values: ({ added }) =>
      added === true
        ? {
            change: "added to",
            meaning:
              "From now on, anyone who can unlock the device with this passkey can sign in without your password.",
            advice: "If this was not you, remove it at once, and then change your password.",
          }
        : {
            change: "removed from",
            meaning:
              "It can no longer be used to sign in. Your device may still offer it, so delete it there too.",
            advice: "If this was not you, change your password at once.",
          },
    facts: ({ name, changed_at }) => [
      { label: "Passkey", value: line(name, 80) || "Passkey" },
      { label: "When", value: moment(changed_at) },
    ],
    button: securityButton,
  },
  /** Data is {changed_at}. */
  password_changed: {
    about: "Sent when a password is changed",
    subject: "Your password was changed",
    text: paragraphs(
      "Your password was changed, and your other devices were signed out.",
      "If this was not you, choose another password at once: someone may be able to read your account or your email.",
      "{{link}}",
    ),
    facts: ({ changed_at }) => [{ label: "When", value: moment(changed_at) }],
    button: () => ({ label: "It was not me", path: "/reset-password" }),
  },
  /** Data is {on, changed_at}. */
  two_step: {
    about: "Sent when two-step verification is switched on or off",
    subject: "Two-step verification was switched {{state}}",
    text: paragraphs(
      "{{meaning}}",
      "If this was not you, change your password at once.",
      "{{link}}",
    ),
    values: ({ on }) => ({
      state: on === true ? "on" : "off",
      meaning:
        on === true
          ? "From now on, signing in also asks for a code from your authenticator app. Keep your recovery codes somewhere other than your phone."
          : "From now on, your password alone is enough to sign in.",
    }),
    facts: ({ changed_at }) => [{ label: "When", value: moment(changed_at) }],
    button: securityButton,
  },
};
