import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { NETWORK_ISSUE, OUR_FAULT } from "./messages.ts";

export { NETWORK_ISSUE };

/**
 * Kinds of failure by what a person can do about them: check the connection, wait, request another link,
 * log in again, become a member, come back later, or change what was typed (`refused`).
 */
type FaultKind =
  | "network"
  | "rate-limit"
  | "spent-link"
  | "session-ended"
  | "membership"
  | "server"
  | "refused"
  | "other";

export interface Fault {
  kind: FaultKind;
  /** A sentence of ours, or one that our server wrote for people. */
  message: string;
}

export const LINK_IS_USED = "This link has expired or was already used.";
/** The text of a page during an overload. */
export const VERY_BUSY = {
  title: "The site is very busy",
  text: "We can't show this page right now. Please try again in a few seconds.",
} as const;
/** The text of a page that could not be made. */
export const PAGE_FAILED = {
  title: "Something went wrong",
  text: "The fault is on our side. Please try again in a few seconds.",
} as const;
const TOO_MANY = "Too many attempts.";

/** A failure whose message is a sentence for people; any other error's message may come from a machine. */
export class ReadableError extends Error {
  /** Where the message needs a title of its own. */
  readonly title: string | undefined;
  /** What the page may do next: the code of a function's refusal, or why a file was refused. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { title, code, cause }: { title?: string; code?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.title = title;
    this.code = code;
  }
}

/** Every form of error from our clients, with the parts that we read. */
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
  /failed to fetch|networkerror|network request failed|load failed|fetch failed|err_network|err_internet|^(?:abort|timeout)error:/i;

/** Names of errors that mean that there was no response, or none in time. */
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

const USED_LINK_CODES = new Set(["otp_expired", "flow_state_expired", "flow_state_not_found"]);

/** Refusals of the auth service whose message is written for people, who can act on it. */
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

/** The reasons in the database's `details` for which a person may not act (private.require_active_account()). */
const NOT_ACTING = ["deactivated", "session_ended", "unconfirmed"];

/** Messages of a library or a machine, in any error: never shown. */
const MACHINE =
  /^$|^[{[<]|^(?:Too (?:big|small)|Invalid (?:input|type|option)|Unrecognized)\b|\bJSON\b/;

/**
 * Codes of PostgreSQL and PostgREST: their own messages name tables and columns. P0001 is an exception that
 * SQL raises with a message of its own.
 */
const DATABASE_CODE = /^(?!P0001$)(?:[0-9A-Z]{5}|PGRST\d+)$/;

/** What storage says of a file that cannot be shown (backend/storage/errors.ts). */
const BROKEN_FILE = /^The file is (?:empty|incomplete)\b/;

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

/** Whether there was no response: the connection failed, or the response took too long. */
export const isNetworkCut = (error: unknown): boolean => {
  const { name, message, status } = fieldsOf(error);
  return status === 0 || UNANSWERED.has(name) || (!status && NETWORK.test(message));
};

/** Whether the service asks the caller to wait. */
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

const isOurSide = ({ name, message, code, status }: ReturnType<typeof fieldsOf>): boolean =>
  (status !== undefined && (status >= 500 || status === 408)) ||
  name === "AuthUnknownError" ||
  name === "FunctionsRelayError" ||
  // The router's, in place of the words of an error on the server.
  message === "Unexpected Server Error" ||
  // PostgreSQL's error classes for a server that is locked, lacks resources, was stopped or is broken.
  /^(?:08|40|53|54|55|57|58|XX)...$/.test(code) ||
  // PostgREST's own: the database, or its turn in the pool, could not be had.
  /^PGRST00[0-3]$/.test(code);

/** Errors that our scripts raise by a mistake of theirs, or because a part of them did not arrive. */
const MISTAKES = [TypeError, ReferenceError, SyntaxError, RangeError];

/** Whether no service of ours said it: it is a mistake in a script, or a proxy's page in place of an answer. */
const isNoAnswer = (error: unknown): boolean => {
  const { name, code, status } = fieldsOf(error);
  if (code || status !== undefined) return false;
  // The client of the data puts an unreadable body into a message of its own, and an empty one too.
  const isBody = !(error instanceof Error) && Object.keys(error ?? {}).join() === "message";
  return isBody || name === "PostgrestError" || MISTAKES.some((kind) => error instanceof kind);
};

/** Whether a text was written for people, and not by a library or a machine. */
export const isSentence = (text: string): boolean => !MACHINE.test(text);

/**
 * A refusal's message and its hint, which gives the next step where the specification fixes the message
 * (supabase/refusals.test.ts).
 */
const withHint = (message: string, hint: unknown): string => {
  if (typeof hint !== "string" || !isSentence(hint)) return message;
  return `${message}${/[.!?]$/.test(message) ? "" : "."} ${hint}`;
};

/** The database's refusal in words for people: PT4xx, a rule, or its reason; nothing for other failures. */
export const refusalWords = (error: unknown): string | undefined => {
  const { code, message } = fieldsOf(error);
  if (!isSentence(message)) return undefined;
  if (error instanceof ReadableError || BROKEN_FILE.test(message)) return message;
  const { details, hint } = error as RawError;
  if (code.startsWith("PT4")) return withHint(message, hint);
  // Storage sends the status of a large file for a rule's PT413 too, but with the rule's message.
  if ((error as RawError).statusCode === "413" && !FILE_TOO_LARGE.test(message)) return message;
  // Raised by a trigger; a constraint's own message names tables.
  if (code === "23514" && !message.includes(" violates ")) return withHint(message, hint);
  if (code !== "42501" || !NOT_ACTING.includes(String(details))) return undefined;
  return withHint(message, hint);
};

/**
 * A sentence for people about a failure. An error's own message is used only if our server wrote it for
 * people; otherwise the sentence is ours.
 *
 * @param otherwise the form's own text for a refusal without words for people, such as "Failed to update profile."
 * @param quote shows any refusal that reads as a sentence, where the specification asks for the server's
 * text
 */
export const faultOf = (error: unknown, otherwise: string, quote = false): Fault => {
  const fields = fieldsOf(error);
  const { name, message, code } = fields;
  const words = refusalWords(error);
  if (words !== undefined) return { kind: "refused", message: words };
  if (message === SUBSCRIPTION_REQUIRED) return { kind: "membership", message: MEMBERSHIP_NEEDED };
  if (isNetworkCut(error)) return { kind: "network", message: NETWORK_ISSUE };
  if (isRateLimit(error)) {
    // Our service's own message includes the wait; the form counts down by `Retry-After`
    // (web/session/retry-after.ts).
    const words = message.startsWith(`${TOO_MANY} Please wait`) ? message : TOO_MANY;
    return { kind: "rate-limit", message: words };
  }
  // Alone: a sentence about what was typed would blame it (P-65).
  if (isOurSide(fields) || isNoAnswer(error)) return { kind: "server", message: OUR_FAULT };
  if (READABLE.has(code) && isSentence(message)) return { kind: "refused", message };
  // The functions' gateway refuses a token itself; our functions' own refusals are ReadableErrors.
  const isTokenRefused = name === "FunctionsHttpError" && fields.status === 401;
  if (ENDED.has(code) || name === "AuthSessionMissingError" || isTokenRefused) {
    return { kind: "session-ended", message: SESSION_ENDED.message };
  }
  if (USED_LINK_CODES.has(code)) return { kind: "spent-link", message: LINK_IS_USED };
  if (quote && isSentence(message) && !DATABASE_CODE.test(code)) {
    return { kind: "refused", message };
  }
  return { kind: "other", message: otherwise };
};

/** A failure that says nothing about what was sent, so that it may be sent again; null for any other. */
export const passingFault = (error: unknown): Fault | null => {
  const fault = faultOf(error, "");
  return ["network", "rate-limit", "server"].includes(fault.kind) ? fault : null;
};

/** Whether the password that was given is wrong. */
export const isWrongPassword = (error: unknown): boolean =>
  fieldsOf(error).code === "invalid_credentials";
