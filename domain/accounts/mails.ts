import { line, type MailData, type Mails, paragraphs } from "#domain/notifications/mail.ts";

const email = ({ email: address }: MailData) => ({ email: line(address, 320) });

/**
 * The mails that auth sends, by its template (supabase/templates). Strangers can have them sent to anybody, so
 * they contain nothing that their receiver did not choose: no name but that of a business on our list.
 */
export const accountsMails: Mails = {
  confirmation: {
    about: "Sent when someone signs up, to confirm their email address",
    preview: "One tap and your {{site}} account is ready.",
    subject: "Confirm your email address",
    text: paragraphs(
      "Thank you for joining {{site}}. Please confirm that {{email}} is your address.",
      "You asked to claim {{business}}. We'll make your claim when you confirm.",
      "{{link}}",
      "The link works once, for one hour. If you did not sign up, you can ignore this email and nothing will happen.",
    ),
    /** `business` is empty unless somebody signed up to claim one. */
    values: ({ email: address, business }) => ({
      email: line(address, 320),
      business: line(business, 100),
    }),
    button: () => ({ label: "Confirm my email address", path: "/confirm-email" }),
  },
  recovery: {
    about: "Sent when someone asks to reset their password",
    preview: "Choose a new password for your {{site}} account.",
    subject: "Reset your password",
    text: paragraphs(
      "Someone asked to reset the password for {{email}} at {{site}}. Use the link to choose a new one.",
      "{{link}}",
      "The link works once, for one hour. If you did not ask for it, you can ignore this email: your password stays as it is.",
    ),
    values: email,
    button: () => ({ label: "Choose a new password", path: "/reset-password" }),
  },
  magic_link: {
    about: "Sent when someone asks for a sign-in link",
    preview: "Sign in to {{site}} without a password.",
    subject: "Your sign-in link",
    text: paragraphs(
      "Here is the link to sign in to {{site}} as {{email}}.",
      "{{link}}",
      "The link works once, for one hour. Please do not pass it on. If you did not ask for it, you can ignore this email.",
    ),
    values: email,
    button: () => ({ label: "Sign in", path: "/confirm-email" }),
  },
  email_change: {
    about: "Sent to the old and new addresses when someone changes their email",
    preview: "The email address of your {{site}} account is about to change.",
    subject: "Confirm your new email address",
    text: paragraphs(
      "The email address of your {{site}} account is about to change from {{email}} to {{new_email}}. We've emailed both addresses. The change is made once both confirm it.",
      "{{link}}",
      "The link works once, for one hour. If you did not ask for this change, don't open it. Sign in and change your password.",
    ),
    required: ["new_email"],
    values: ({ email: address, new_email }) => ({
      email: line(address, 320),
      new_email: line(new_email, 320),
    }),
    button: () => ({ label: "Confirm the change", path: "/confirm-email" }),
  },
  invite: {
    about: "Sent when an admin creates an account for someone",
    preview: "Choose a password and your {{site}} account is ready.",
    subject: "You have been invited to {{site}}",
    text: paragraphs(
      "You have been invited to {{site}}, where people across the UK find and hire professionals. Choose a password to start using the account for {{email}}.",
      "{{link}}",
      "The link works once, for a week. If you did not expect an invitation, you can ignore this email.",
    ),
    values: email,
    button: () => ({ label: "Accept the invitation", path: "/reset-password" }),
  },
  reauthentication: {
    about: "Sent when someone without a password changes how they sign in",
    preview: "Enter the code to confirm that it is you.",
    subject: "{{code}} is your verification code",
    heading: "Confirm that it is you",
    text: paragraphs(
      "Enter this code at {{site}} to continue: {{code}}",
      "If you did not ask for it, ignore this email and don't share the code with anyone.",
    ),
    required: ["code"],
    values: ({ code }) => ({ code: line(code, 20) }),
  },
};
