import { SESSION_ENDED } from "./accounts-sessions.ts";

/**
 * What failed, told apart by what a person can do about it: check the connection, wait, ask for another
 * link, log in again, come back later, or change what was typed (`refused`).
 */
type FaultKind =
  | "network"
  | "rate-limit"
  | "spent-link"
  | "session-ended"
  | "server"
  | "refused"
  | "other";

export interface Fault {
  kind: FaultKind;
  /** A sentence of ours, or one that our server wrote for people. */
  message: string;
}

/** Shown where nothing was answered at all. */
export const NETWORK_ISSUE = "Network issue: please check your connection and try again.";
export const LINK_IS_SPENT = "This link has expired or was already used.";
/** What a page says while too many people ask at once. */
export const VERY_BUSY = {
  title: "The site is very busy",
  text: "We can't show this page right now. Please try again in a few seconds.",
} as const;
/** What a page says that could not be made. */
export const PAGE_FAILED = {
  title: "Something went wrong",
  text: "The fault is on our side. Please try again in a few seconds.",
} as const;
const TOO_MANY = "Too many attempts.";
const OUR_SIDE = "Something went wrong on our side.";

/** A failure whose message is a sentence for people; every other error's message may be a machine's. */
export class ReadableError extends Error {}

/** Every shape that our clients give an error, as far as it is read here. */
interface RawError {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  details?: unknown;
  hint?: unknown;
  status?: unknown;
  statusCode?: unknown;
  context?: unknown;
}

const NETWORK =
  /failed to fetch|networkerror|network request failed|load failed|fetch failed|err_network|err_internet/i;

/** Names of errors that mean that no answer came, or none in time. */
const UNANSWERED = new Set(["FunctionsFetchError", "TimeoutError", "AbortError"]);

const ENDED = new Set<string>([
  SESSION_ENDED.code,
  "session_expired",
  "refresh_token_not_found",
  "refresh_token_already_used",
  "user_not_found",
  "bad_jwt",
  "no_authorization",
  "PGRST301",
  "PGRST303",
  "PT401",
]);

const SPENT = new Set(["otp_expired", "flow_state_expired", "flow_state_not_found"]);

/** Refusals of the auth service whose words are written for people, who can do something about them. */
const READABLE = new Set([
  "invalid_credentials",
  "email_not_confirmed",
  "same_password",
  "weak_password",
  "email_exists",
  "user_already_exists",
  "user_banned",
  "signup_disabled",
]);

/** What the database says to whoever needs a live membership. */
export const SUBSCRIPTION_REQUIRED = "Subscription required";

/** What the database's `details` calls the reasons for which nobody may act (private.can_act()). */
const NOT_ACTING = ["deactivated", "session_ended", "unconfirmed"];

/** Words of a library or a machine, whatever error carries them: never shown. */
const MACHINE =
  /^$|^[{[<]|^(?:Too (?:big|small)|Invalid (?:input|type|option)|Unrecognized)\b|\bJSON\b/;

/** What storage and proxies say of one file; a rule of ours, such as a quota, has words of its own. */
const FILE_TOO_LARGE = /exceeded the maximum|too large/i;

const fieldsOf = (error: unknown) => {
  const raw: RawError = error !== null && typeof error === "object" ? error : {};
  const { context } = raw as { context?: { status?: unknown } };
  const status = Number(raw.status ?? context?.status ?? raw.statusCode ?? Number.NaN);
  return {
    name: typeof raw.name === "string" ? raw.name : "",
    message: typeof raw.message === "string" ? raw.message.trim() : "",
    code: typeof raw.code === "string" ? raw.code : "",
    status: Number.isFinite(status) ? status : undefined,
  };
};

/** Whether nothing was answered: the network was cut, or the answer took too long. */
export const isNetworkCut = (error: unknown): boolean => {
  const { name, message, status } = fieldsOf(error);
  return status === 0 || UNANSWERED.has(name) || (!status && NETWORK.test(message));
};

/** Whether the service asks to wait. */
export const isRateLimit = (error: unknown): boolean => {
  const { code, status, message } = fieldsOf(error);
  return (
    status === 429 ||
    /^over_.*rate_limit$/.test(code) ||
    /rate limit|too many requests/i.test(message)
  );
};

/** Whether the fault is the server's own. */
export const isServerFault = (error: unknown): boolean => isOurSide(fieldsOf(error));

const isOurSide = ({ name, code, status }: ReturnType<typeof fieldsOf>): boolean =>
  (status !== undefined && status >= 500) ||
  name === "AuthUnknownError" ||
  name === "FunctionsRelayError" ||
  // PostgreSQL's classes for a server that is short of something, stopped or broken.
  /^(?:53|57|58|XX)...$/.test(code) ||
  code === "PGRST000" ||
  code === "PGRST002";

/** Whether a text was written for people, and not by a library or a machine. */
export const isSentence = (text: string): boolean => !MACHINE.test(text);

/** What the database refused in words for people: PT4xx, a rule, or its reason; nothing when it failed otherwise. */
export const refusalWords = (error: unknown): string | undefined => {
  const { code, message } = fieldsOf(error);
  if (!isSentence(message)) return undefined;
  if (error instanceof ReadableError) return message;
  if (code.startsWith("PT4")) return message;
  // Storage answers a rule's PT413 as it refuses one large file, but with the rule's words.
  if ((error as RawError).statusCode === "413" && !FILE_TOO_LARGE.test(message)) return message;
  // Raised by a trigger; a constraint's own message names tables.
  if (code === "23514" && !message.includes(" violates ")) return message;
  const { details, hint } = error as RawError;
  if (code !== "42501" || !NOT_ACTING.includes(String(details))) return undefined;
  return typeof hint === "string" ? `${message} ${hint}` : message;
};

/**
 * Says what failed in a sentence for people. An error's own words are used only where our server wrote
 * them for people; everything else is one of ours.
 *
 * @param otherwise the form's own words, such as "Failed to update profile."
 * @param quote shows any refusal that reads as a sentence, where the specification asks for the server's text
 */
export const faultOf = (error: unknown, otherwise: string, quote = false): Fault => {
  const fields = fieldsOf(error);
  const { name, message, code } = fields;
  const words = refusalWords(error);
  if (words !== undefined) return { kind: "refused", message: words };
  if (isNetworkCut(error)) return { kind: "network", message: NETWORK_ISSUE };
  if (isRateLimit(error)) {
    // Our service's own words include the wait; the form counts down by `Retry-After` (web/session/retry-after.ts).
    const words = message.startsWith(`${TOO_MANY} Please wait`) ? message : TOO_MANY;
    return { kind: "rate-limit", message: words };
  }
  if (isOurSide(fields)) {
    return { kind: "server", message: `${OUR_SIDE} ${otherwise}` };
  }
  if (READABLE.has(code) && isSentence(message)) return { kind: "refused", message };
  if (ENDED.has(code) || name === "AuthSessionMissingError") {
    return { kind: "session-ended", message: SESSION_ENDED.message };
  }
  if (SPENT.has(code)) return { kind: "spent-link", message: LINK_IS_SPENT };
  if (quote && isSentence(message)) return { kind: "refused", message };
  return { kind: "other", message: otherwise };
};

/** Whether the password that was given is wrong. */
export const isWrongPassword = (error: unknown): boolean =>
  fieldsOf(error).code === "invalid_credentials";
