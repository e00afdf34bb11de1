import { type SignUpType, signUpTypeOf } from "#domain/accounts/accounts.ts";
import { classifyMailError } from "#domain/accounts/errors.ts";
import {
  resetPasswordForm,
  resetRequestForm,
  type SignUpValues,
  signUpForm,
} from "#domain/accounts/forms.ts";
import {
  ADDRESS_CONFIRMED,
  OTHER_ADDRESS_TOO,
  PASSWORD_NOT_UPDATED,
  PASSWORDS_DROPPED,
  RESET_NOT_SENT,
} from "#domain/accounts/login-messages.ts";
import { CHECK_INBOX, EMAIL_MISSING, INVALID_EMAIL_STOP } from "#domain/accounts/messages.ts";
import { faultOf, isNetworkCut, LINK_IS_USED, passingFault } from "#domain/site/faults.ts";
import { OPEN_FULL_LINK, OUR_SIDE } from "#domain/site/messages.ts";
import { isEmailAddress } from "#domain/values/email-address.ts";
import type { Db } from "#web/session/database.ts";
import { type Posted, type PostedForm, postedText, refusedForm } from "#web/ui/posted-form.ts";
import { readLink } from "./email/mail-link.ts";
import { signUp } from "./sign-up/sign-up.ts";

/**
 * Forms that reach the server because no script handled them: the same rules and the same calls, on a
 * separate client for the caller. Nothing here needs or makes a session.
 */

const done = (title: string, message: string): Posted => ({
  tone: "success",
  title,
  messages: [message],
  done: true,
});

const TYPE_AGAIN = "Please type your password again.";

export interface PostedSignUp extends PostedForm<SignUpValues> {
  type: SignUpType;
}

/** Creates an account from the posted sign-up form. */
export const postSignUp = async (
  visitor: Db,
  form: FormData,
  origin: string,
): Promise<PostedSignUp> => {
  const type = signUpTypeOf(postedText(form, "accountType"));
  const typed = {
    full_name: postedText(form, "full_name"),
    email: postedText(form, "email"),
    location: postedText(form, "location"),
    phone_number: postedText(form, "phone_number"),
    business_name: postedText(form, "business_name"),
    categories: form.getAll("categories").filter((chosen) => typeof chosen === "string"),
    password: postedText(form, "password"),
    confirmPassword: postedText(form, "confirmPassword"),
  };
  const values = { ...typed, password: "", confirmPassword: "" };
  const parsed = signUpForm(type).safeParse(typed);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ message }) => message);
    return { ...refusedForm(...problems, TYPE_AGAIN), type, values };
  }
  const outcome = await signUp(visitor, async () => visitor, parsed.data, type, origin);
  if (outcome.kind !== "created") {
    return { ...refusedForm(outcome.message, TYPE_AGAIN), type, values };
  }
  const posted = outcome.emailSendFailed
    ? {
        ...refusedForm("Your account was created, but we could not send the confirmation email."),
        done: true,
      }
    : done("Check Your Email", `We have sent a confirmation link to ${parsed.data.email}.`);
  return { ...posted, type, values };
};

/** Sends the link for a new password; known and unknown addresses get the same response. */
export const postResetRequest = async (
  visitor: Db,
  form: FormData,
  origin: string,
): Promise<Posted> => {
  const parsed = resetRequestForm.safeParse({ email: postedText(form, "email") });
  if (!parsed.success) return refusedForm(...parsed.error.issues.map(({ message }) => message));
  const { email } = parsed.data;
  const { error } = await visitor.auth.resetPasswordForEmail(email, {
    redirectTo: `${origin}/reset-password?mode=reset`,
  });
  if (error) return refusedForm(wordsOf(error, RESET_NOT_SENT));
  return done(
    "Reset email sent",
    `If an account belongs to ${email}, a link to choose a new password is on its way.`,
  );
};

const wordsOf = (error: unknown, otherwise: string): string => {
  const { kind, message } = faultOf(error, otherwise);
  return kind === "rate-limit" ? `${message} Please wait a minute before trying again.` : message;
};

const NEEDS_SCRIPT =
  "This account has two-step verification, which needs JavaScript. Your link has not been used: switch JavaScript on, or open the link in another browser.";

/** Sets the password of the link in the address. */
export const postNewPassword = async (
  visitor: Db,
  form: FormData,
  search: string,
): Promise<Posted> => {
  const link = readLink(search, "");
  if (link?.kind !== "token-hash") return refusedForm(OPEN_FULL_LINK);
  const parsed = resetPasswordForm.safeParse({
    password: postedText(form, "password"),
    confirmPassword: postedText(form, "confirmPassword"),
  });
  if (!parsed.success) return refusedForm(...parsed.error.issues.map(({ message }) => message));
  const { tokenHash } = link;
  // Checked before anything is redeemed, because the link works once.
  const owing = await visitor.rpc("reset_needs_second_step", { p_token_hash: tokenHash });
  if (owing.error) return refusedForm(wordsOf(owing.error, PASSWORD_NOT_UPDATED));
  if (owing.data) return refusedForm(NEEDS_SCRIPT);
  const redeemed = await visitor.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  if (redeemed.error) return refusedForm(wordsOf(redeemed.error, LINK_IS_USED));
  const { error } = await visitor.auth.updateUser({ password: parsed.data.password });
  // A link works once, so a refused password needs another one.
  if (error) {
    const words = passingFault(error) ? OUR_SIDE : faultOf(error, PASSWORD_NOT_UPDATED).message;
    return refusedForm(words, "Please request another link.");
  }
  await visitor.auth.signOut({ scope: "global" });
  return done("Password updated", "Log in with your new password.");
};

/** Confirms the address of the link, or sends the confirmation again to a posted one. */
export const postConfirmation = async (
  visitor: Db,
  form: FormData,
  address: URL,
): Promise<Posted> => {
  const link = readLink(address.search, "");
  const email = postedText(form, "email").trim();
  if (link?.kind === "token-hash" && !form.has("email")) {
    const { data, error } = await visitor.auth.verifyOtp({
      token_hash: link.tokenHash,
      type: link.type,
    });
    if (error) return refusedForm(wordsOf(error, LINK_IS_USED));
    if (!data.session) {
      return done(ADDRESS_CONFIRMED, OTHER_ADDRESS_TOO);
    }
    const choosing = await visitor.rpc("must_choose_password");
    await visitor.auth.signOut({ scope: "local" });
    return done(
      "Email Confirmed",
      choosing.data
        ? `${PASSWORDS_DROPPED} Choose “Forgot your password?” at the login to set yours.`
        : "Your address is confirmed. You can log in now.",
    );
  }
  if (email === "") return refusedForm(EMAIL_MISSING);
  if (!isEmailAddress(email)) return refusedForm(INVALID_EMAIL_STOP);
  const { error } = await visitor.auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: `${address.origin}/confirm-email` },
  });
  if (error) {
    // As in postedWords: a service that the server could not reach.
    const { title, description } = classifyMailError(isNetworkCut(error) ? { status: 503 } : error);
    return { tone: "danger", title, messages: [description], done: false };
  }
  return done("Confirmation email sent", CHECK_INBOX);
};
