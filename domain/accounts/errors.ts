import {
  faultOf,
  isNetworkCut,
  isRateLimit,
  isSentence,
  isServerFault,
} from "#domain/site/faults.ts";
import { CHECK_CONNECTION, OUR_FAULT } from "#domain/site/messages.ts";
import { ADMIN_EXISTS, ADMIN_FAILED, SETUP_TOKEN_REFUSED } from "./messages.ts";

/** The parts of the auth service's refusal that we read. */
interface AuthRefusal {
  message?: string | undefined;
  code?: string | undefined;
  status?: number | undefined;
}

interface MailFailure {
  kind: "delivery" | "rate-limit" | "network" | "server" | "other";
  title: string;
  description: string;
}

/**
 * Why a mail could not be sent, from the message text (spec 1 section 8); the first match counts. The
 * service's code for a rate limit counts like its text, because it states the wait in its own words.
 */
export const classifyMailError = (refusal: AuthRefusal): MailFailure => {
  const message = (refusal.message ?? "").toLowerCase();
  const says = (...words: string[]) => words.some((word) => message.includes(word));
  if (says("authentication failed", "535", "smtp")) {
    return {
      kind: "delivery",
      title: "Email delivery issue",
      description:
        "We're experiencing technical issues with our email service. You can still log in with your credentials.",
    };
  }
  if (isRateLimit(refusal)) {
    return {
      kind: "rate-limit",
      title: "Email rate limit exceeded",
      description: "Please wait before trying again.",
    };
  }
  const ours = isServerFault(refusal);
  // A service that names its own connection says nothing about the person's.
  if (!ours && (says("network", "connection") || isNetworkCut(refusal))) {
    return {
      kind: "network",
      title: "Network issue",
      description: CHECK_CONNECTION,
    };
  }
  if (ours || says("server", "500")) {
    return { kind: "server", title: "Server issue", description: "Please try again later." };
  }
  return {
    kind: "other",
    title: "Failed to resend email",
    description:
      refusal.message && isSentence(refusal.message)
        ? refusal.message
        : "Failed to send email. You can still log in with your credentials, or contact support.",
  };
};

/**
 * Whether a sign-in was refused because an admin has deactivated the account; its message gives the reason.
 */
export const isDeactivated = ({ message, status }: AuthRefusal): boolean =>
  status === 403 && (message ?? "").startsWith("Your account is deactivated");

export const ALREADY_REGISTERED =
  "This email is already registered. Please use a different email or try logging in.";

export interface SignUpFailure {
  kind: "rate-limit" | "already-registered" | "mail-not-sent" | "other";
  message: string;
}

const MAIL_NOT_SENT =
  "We could not send the confirmation email, so your account was not created. Please try again later.";

/**
 * Why an account was not created, in the specification's words. `mail-not-sent` means that the account may
 * exist and only its mail failed: the caller finds out which.
 */
export const classifySignUpError = (refusal: AuthRefusal): SignUpFailure => {
  const message = (refusal.message ?? "").toLowerCase();
  if (isRateLimit(refusal)) {
    return {
      kind: "rate-limit",
      message: "Too many signup attempts. Please try again later.",
    };
  }
  if (message.includes("already registered") || refusal.code === "user_already_exists") {
    return { kind: "already-registered", message: ALREADY_REGISTERED };
  }
  if (message.includes("sending confirmation") || classifyMailError(refusal).kind === "delivery") {
    return { kind: "mail-not-sent", message: MAIL_NOT_SENT };
  }
  const fault = faultOf(refusal, "Failed to create account. Please try again.", true);
  return { kind: "other", message: fault.message };
};

/** Why the first admin was not created: the status and error field of admin-setup's response. */
export const adminSetupRefusal = (status: number, error: unknown): string => {
  if (status === 409) return ADMIN_EXISTS;
  if (status === 401 || status === 403) {
    return SETUP_TOKEN_REFUSED;
  }
  if (status >= 500) return OUR_FAULT;
  return typeof error === "string" && isSentence(error) ? error : ADMIN_FAILED;
};
