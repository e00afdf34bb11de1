import {
  BECAUSE,
  day,
  IF_MISTAKEN,
  line,
  type Mails,
  paragraphs,
  reasonIn,
  securityButton,
} from "#domain/notifications/mail.ts";
import { accountLabel } from "./accounts.ts";
import { draftWords } from "./drafts.ts";
import { inSentence, PROFILE_COLUMNS } from "./fields.ts";

export const accountsNotices: Mails = {
  /** Data is {reason}. */
  account_deactivated: {
    about: "Sent when an admin deactivates an account",
    subject: "Your account has been deactivated",
    text: paragraphs(
      "A {{site}} admin has deactivated your account. You can't sign in, and people can't find you here, until it is active again.",
      BECAUSE,
      IF_MISTAKEN,
    ),
    values: reasonIn,
  },
  /** Data is {fields, reason}: the names of the columns, not their values. */
  account_edited: {
    about: "Sent when an admin edits someone's details",
    subject: "Your details have been edited",
    text: paragraphs(
      "A {{site}} admin has changed your {{fields}}.",
      BECAUSE,
      "{{link}}",
      "If you did not expect this, please write to us.",
    ),
    values: (data) => {
      const named = (Array.isArray(data.fields) ? data.fields : []).flatMap((field) =>
        PROFILE_COLUMNS.filter((column) => column === field).map(inSentence),
      );
      return { fields: named.join(", ") || "details", ...reasonIn(data) };
    },
    button: () => ({ label: "Check your details", path: "/account" }),
  },
  /** Data is {reason}. */
  account_reactivated: {
    about: "Sent when an admin reactivates an account",
    subject: "Your account is active again",
    text: paragraphs(
      "An admin has activated your account. You can sign in as before.",
      BECAUSE,
      "{{link}}",
    ),
    values: reasonIn,
    button: () => ({ label: "Sign in", path: "/login" }),
  },
  /** Data is {reason}. */
  account_removed: {
    about: "Sent when an admin deletes an account",
    subject: "Your account has been deleted",
    text: paragraphs(
      "A {{site}} admin has deleted your account and everything in it. Any membership won't renew. Your reviews stay, without your name.",
      BECAUSE,
      `This is our last email about this account. ${IF_MISTAKEN}`,
    ),
    values: reasonIn,
  },
  /** Data is {from, to, reason}. */
  account_type_changed: {
    about: "Sent when an admin changes an account's type",
    subject: "Your account type has been changed",
    text: paragraphs(
      "A {{site}} admin has changed your account type, so what you can do here may be different. You have been signed out on all your devices.",
      BECAUSE,
      "If you did not expect this, please write to us.",
    ),
    values: reasonIn,
    facts: ({ from, to }, site) => [
      { label: "Before", value: line(accountLabel(String(from), site.name), 60) },
      { label: "Now", value: line(accountLabel(String(to), site.name), 60) },
    ],
    sample: { from: "client" },
  },
  /** No data. */
  deletion_cancelled: {
    about: "Sent when someone signs in and so cancels their account's deletion",
    preview: "You signed in, so the deletion was cancelled.",
    subject: "We've kept your {{site}} account",
    heading: "The deletion was cancelled",
    text: paragraphs(
      "You signed in, so your account will not be deleted. Your profile and your jobs are back as they were.",
      "Your membership will no longer renew automatically. You can change that under Subscriptions in your account.",
      "If this was not you, change your password and sign out of all devices.",
      "{{link}}",
    ),
    button: securityButton,
  },
  /** No data. */
  deletion_done: {
    about: "Sent when an account has been deleted at its owner's request",
    preview: "As you asked, and for good.",
    subject: "Your {{site}} account has been deleted",
    heading: "Your account has been deleted",
    text: paragraphs(
      "As you asked, we have erased your profile, your jobs, your files and your sign-in. This was the last email to this address.",
      "We and our payment provider keep only what the law requires, such as invoices. You're welcome back: you can use this address for a new account.",
    ),
  },
  /** Data is {draft_kind, token, code, known}: nothing that was typed, as anybody can type an address. */
  draft_confirm: {
    about: "Sent when someone posts a job, sends an enquiry or the like without logging in",
    preview: "One press, or the code {{code}}. Nothing is sent before.",
    subject: "Confirm on {{site}}: your code is {{code}}",
    heading: "Please confirm your email",
    text: paragraphs(
      "With this address {{what}} on {{site}}. It waits for you: open the link, in any browser, and press the button there.",
      "{{link}}",
      "Or type the code {{code}} on the page where you sent it, or at {{page}}. The code works for an hour, the link for a week.",
      "{{account}}",
      "Was it not you? Do nothing, and it is erased in a week.",
    ),
    values: ({ draft_kind, code, known }, site) => ({
      page: `${site.url}/confirm`,
      what: draftWords(draft_kind).what,
      code: line(code, 6),
      account: known
        ? "You have an account with this address; it will be found there."
        : draftWords(draft_kind).account,
    }),
    button: ({ draft_kind, token }) => ({
      label: draftWords(draft_kind).button,
      path: `/confirm?${new URLSearchParams({ kind: line(draft_kind, 20), token: line(token, 100) })}`,
    }),
    required: ["code"],
    sample: { draft_kind: "job", token: "0".repeat(64), code: "123456" },
  },
  /** Data is {draft_kind, why}: provider, admin, deactivated, or own, of a review. */
  draft_refused: {
    about: "Sent when someone writes without logging in, and their account may not",
    subject: "This could not be sent on {{site}}",
    heading: "This could not be sent",
    text: paragraphs(
      "With this address {{what}} on {{site}}. {{reason}}",
      "Nothing was sent. If it was not you, there is nothing to do.",
    ),
    values: ({ draft_kind, why }) => ({
      what: draftWords(draft_kind).what,
      reason:
        why === "deactivated"
          ? "Your account is deactivated. If you think that this is a mistake, please write to us."
          : why === "own"
            ? "It is the address of the professional whom the review is about. Please send your review link to a customer."
            : `It belongs to ${why === "admin" ? "an admin's account" : "a professional's account, which cannot post jobs"}. Please use another address.`,
    }),
    sample: { draft_kind: "job", why: "provider" },
  },
  /** Data is {erase_on}. */
  deletion_scheduled: {
    about: "Sent when someone asks to delete their account",
    preview: "Sign in before then to keep it.",
    subject: "Your {{site}} account will be deleted on {{day}}",
    heading: "Your account is scheduled for deletion",
    text: paragraphs(
      "Hello {{name}}, you asked us to delete your account. On {{day}} we erase your profile, your jobs, your files and your sign-in for good.",
      "Until then your profile is not listed, nobody new can see your contact details, and your membership does not renew.",
      "Changed your mind, or was it not you? Sign in before that day and the account stays as it is. If it was not you, change your password as well.",
      "{{link}}",
      "Your reviews stay, without your name.",
    ),
    values: ({ erase_on }) => ({ day: day(erase_on) }),
    facts: ({ erase_on }) => [{ label: "Deleted on", value: day(erase_on) }],
    button: () => ({ label: "Keep my account: sign in", path: "/login" }),
  },
  /** Data is {erase_on}. */
  deletion_soon: {
    about: "Sent three days before an account is deleted at its owner's request",
    preview: "It is deleted on {{day}} unless you sign in before.",
    subject: "Last days to keep your {{site}} account",
    heading: "Your account is deleted on {{day}}",
    text: paragraphs(
      "Hello {{name}}, you asked us to delete your account. This is our last reminder: after that day we can't bring it back.",
      "To keep your profile, your jobs and your files, sign in before then. If you still want to leave, there is nothing to do.",
      "{{link}}",
    ),
    values: ({ erase_on }) => ({ day: day(erase_on) }),
    facts: ({ erase_on }) => [{ label: "Deleted on", value: day(erase_on) }],
    button: () => ({ label: "Keep my account: sign in", path: "/login" }),
  },
};
