import { accountLabel } from "#domain/accounts.ts";
import { because, day, IF_MISTAKEN, line, type Notices } from "../notice.ts";

const FIELDS: Record<string, string> = {
  first_name: "first name",
  last_name: "last name",
  business_name: "business name",
  location: "location",
  phone_number: "phone number",
  bio: "bio",
};

export const accountsNotices: Notices = {
  /** Data is {reason}. */
  account_deactivated: ({ reason }, site) => ({
    subject: "Your account has been deactivated",
    heading: "Your account has been deactivated",
    paragraphs: [
      `An admin of ${site.name} has deactivated your account. Until it is activated again you can sign in nowhere with it, and nobody can find you here.`,
      ...because(reason),
    ],
    small: IF_MISTAKEN,
  }),
  /** Data is {fields, reason}: the names of the columns, not their values. */
  account_edited: ({ fields, reason }, site) => {
    const named = (Array.isArray(fields) ? fields : []).flatMap(
      (field) => FIELDS[String(field)] ?? [],
    );
    return {
      subject: "Your details have been edited",
      heading: "Your details have been edited",
      paragraphs: [
        `An admin of ${site.name} has changed your ${named.join(", ") || "details"}.`,
        ...because(reason),
      ],
      button: { label: "Look at your details", path: "/account" },
      small: "If you did not expect this, please write to us.",
    };
  },
  /** Data is {reason}. */
  account_reactivated: ({ reason }) => ({
    subject: "Your account is active again",
    heading: "Your account is active again",
    paragraphs: [
      "An admin has activated your account. You can sign in as before.",
      ...because(reason),
    ],
    button: { label: "Sign in", path: "/login" },
  }),
  /** To the address of a deleted account: data is {reason}. */
  account_removed: ({ reason }, site) => ({
    subject: "Your account has been deleted",
    heading: "Your account has been deleted",
    paragraphs: [
      `An admin of ${site.name} has deleted your account and everything in it. A membership is not renewed. Feedback that you gave stays, without your name.`,
      ...because(reason),
    ],
    small: `This is our last email about this account. ${IF_MISTAKEN}`,
  }),
  /** Data is {from, to, reason}. */
  account_type_changed: ({ from, to, reason }, site) => ({
    subject: "Your account type has been changed",
    heading: "Your account type has been changed",
    paragraphs: [
      `An admin of ${line(site.name, 60)} has changed what kind of account you have, and so what you can do with it.`,
      ...because(reason),
    ],
    facts: [
      { label: "Before", value: line(accountLabel(String(from), site.name), 60) },
      { label: "Now", value: line(accountLabel(String(to), site.name), 60) },
    ],
    small: "If you did not expect this, please write to us.",
  }),
  /** To people who signed in before the waiting period was over. */
  deletion_cancelled: (_data, site) => ({
    subject: `Your ${site.name} account stays`,
    preview: "You signed in, so the deletion was cancelled.",
    heading: "The deletion was cancelled",
    paragraphs: [
      "You signed in, so your account will not be deleted. Your profile and your jobs are back as they were.",
      "A membership that would have renewed no longer does so by itself: look at Subscriptions in your account.",
      "Was it not you? Change your password and sign out of all devices.",
    ],
    button: { label: "Look at Account Security", path: "/account?tab=security" },
  }),
  /** The last mail, to an address that no longer belongs to an account. */
  deletion_done: (_data, site) => ({
    subject: `Your ${site.name} account has been deleted`,
    preview: "As you asked, and for good.",
    heading: "Your account has been deleted",
    paragraphs: [
      "As you asked, we have erased your profile, your jobs, your files and your sign-in. This was the last email to this address.",
      "What the law makes us or the payment provider keep, such as invoices, is kept for that reason only. You are welcome to come back: the address is free for a new account.",
    ],
  }),
  /** To people who requested deletion: data is {erase_on}. */
  deletion_scheduled: ({ first_name, erase_on }, site) => ({
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
  }),
  /** Three days before an account is erased: data is {erase_on}. */
  deletion_soon: ({ first_name, erase_on }, site) => ({
    subject: `Last days to keep your ${site.name} account`,
    preview: `It is deleted on ${day(erase_on)} unless you sign in before.`,
    heading: `Your account is deleted on ${day(erase_on)}`,
    paragraphs: [
      `${first_name ? `Hello ${line(first_name, 80)}, you` : "You"} asked us to delete your account. This is our last reminder: after that day nobody can bring it back, and neither can we.`,
      "To keep your profile, your jobs and your files, sign in before then. If you still want to leave, there is nothing to do.",
    ],
    facts: [{ label: "Deleted on", value: day(erase_on) }],
    button: { label: "Keep my account: sign in", path: "/login" },
  }),
};
