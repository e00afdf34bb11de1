import {
  LAST_ADMIN,
  NO_SUCH_ACCOUNT,
  REASON_TOO_LONG,
  USER_NOT_DELETED,
} from "#domain/accounts/admin-messages.ts";
import { EMAIL_UNCONFIRMED, OPEN_EMAIL_LINK } from "#domain/accounts/login-messages.ts";
import {
  ADMIN_EXISTS,
  ADMIN_FAILED,
  CREDENTIALS_REQUIRED,
  NOT_AN_ADMIN,
  SETUP_TOKEN_REFUSED,
} from "#domain/accounts/messages.ts";
import { DELETION_NOT_SCHEDULED, EXPORT_FAILED } from "#domain/accounts/settings-messages.ts";
import { NO_SUCH_CLAIM } from "#domain/businesses/messages.ts";
import {
  ALREADY_SUBSCRIBED,
  COUPON_USED,
  INVALID_COUPON,
  PAYMENT_FAILED,
  PROVIDERS_ONLY,
} from "#domain/membership/checkout-messages.ts";
import { isNetworkCut } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";

/**
 * Every refusal of these functions. The site's texts match the messages in the specification's words (spec
 * 2 section 8), so they are part of the interface.
 */
export const REFUSALS = {
  method_not_allowed: [405, "Method not allowed", "Send a POST request."],
  body_too_large: [413, "The request body is too large", "Send less in one request."],
  bad_body: [400, "The request body must be a JSON object", "Send JSON with its content type."],
  bad_plan: [400, "Choose the monthly or the yearly plan.", "plan is monthly or yearly."],
  plan_not_offered: [409, "This plan is no longer offered. Please choose another.", null],
  price_differs: [
    409,
    "This plan cannot be bought at the moment. Please choose another, or try again later.",
    null,
  ],
  price_changed: [
    409,
    "The price of this plan has changed since you opened the page. Please reload the page to see it.",
    null,
  ],
  bad_plans: [400, "These are not the plans of the site. Please reload the page.", null],
  bad_coupon: [400, INVALID_COUPON, "Check the code, or continue without it."],
  not_signed_in: [401, "Authentication required", "Sign in and try again."],
  unconfirmed: [403, EMAIL_UNCONFIRMED, OPEN_EMAIL_LINK],
  inactive: [403, "This account is not active. Contact us if you think this is a mistake.", null],
  not_a_provider: [403, PROVIDERS_ONLY, null],
  already_subscribed: [409, ALREADY_SUBSCRIBED, null],
  free_time_over: [
    409,
    "Your free time has ended. Please reload the page and choose a plan.",
    null,
  ],
  free_time_ending: [
    409,
    "Your free time ends in less than two days. Please choose a plan when it has ended; nothing is lost until then.",
    null,
  ],
  coupon_claimed: [409, "Sorry, the offer has already been fully claimed.", null],
  coupon_used: [409, COUPON_USED, null],
  no_subscription: [409, "You do not have an active subscription. Choose a plan first.", null],
  same_plan: [409, "You are on this plan already. Choose the other one to change.", null],
  nothing_to_manage: [
    409,
    "There is no payment to manage for your membership. It won't renew, so you do not need to do anything.",
    null,
  ],
  payment_failed: [502, PAYMENT_FAILED, "Try again in a moment."],
  unavailable: [503, "The service is busy. Please try again.", "Try again in a moment."],
  bad_signature: [400, "The signature does not match", "Sign the raw body with the secret."],
  setup_token_missing: [
    401,
    SETUP_TOKEN_REFUSED,
    "Send the setup token in the x-setup-token header.",
  ],
  setup_token_wrong: [403, SETUP_TOKEN_REFUSED, null],
  admin_exists: [409, ADMIN_EXISTS, null],
  admin_fields: [400, CREDENTIALS_REQUIRED, null],
  admin_username: [
    400,
    "Username may only contain letters, digits, dots, dashes and underscores",
    "Use 1 to 60 characters.",
  ],
  admin_username_taken: [400, "This username is taken. Please choose another.", null],
  admin_password: [400, "Password must be at least 8 characters", null],
  admin_failed: [500, ADMIN_FAILED, "Try again in a moment."],
  not_an_admin: [403, NOT_AN_ADMIN, null],
  provider_field: [400, "A field is not valid", "The message says which."],
  email_taken: [409, "This email is already registered. Use another, or leave it out.", null],
  no_address: [409, "This account has no email address. Please add one first.", null],
  not_invited: [409, "This person has chosen a password already. Please ask them to log in.", null],
  provider_failed: [502, "Failed to create the account. Please try again in a moment.", null],
  no_such_user: [404, NO_SUCH_ACCOUNT, null],
  last_admin: [409, LAST_ADMIN, null],
  bad_reason: [400, REASON_TOO_LONG, null],
  delete_failed: [502, USER_NOT_DELETED, "Try again in a moment."],
  not_the_service: [403, "This function is called by the server alone.", null],
  not_the_mail_service: [401, "This function is called by the email service alone.", null],
  no_replies: [404, "Replies by email are not set up.", null],
  no_mail: [400, "The request has no email", "Send the raw message as the body."],
  too_many_tries: [429, "Too many attempts. Please wait a moment and try again.", null],
  reauthentication_needed: [
    403,
    "Please confirm it's you first.",
    "Send the password to PUT /auth/v1/user, or sign in again.",
  ],
  deletion_not_confirmed: [400, "Please type DELETE to confirm", null],
  deletion_failed: [502, DELETION_NOT_SCHEDULED, null],
  export_failed: [502, EXPORT_FAILED, null],
  bad_business: [400, "Please say which business was claimed.", "businessId is a UUID."],
  no_such_claim: [404, NO_SUCH_CLAIM, null],
  draft_refused: [409, "This cannot be sent. Please send your words again.", null],
  unexpected: [500, UNEXPECTED_ERROR, null],
} as const satisfies Record<string, readonly [number, string, string | null]>;

export type RefusalCode = keyof typeof REFUSALS;

/** Seconds after which a busy service may be tried again. */
const RETRY_AFTER = 5;

/** Codes of a database that is busy or away: a statement or a lock took too long, or no connection was to be had. */
const BUSY = /^(?:55P03|57014|57P0[123]|53300|08...|PGRST00[0-3]|database_(?:busy|unavailable))$/;

/** Whether an error of a service says that another attempt will help. */
export const isBusy = (error: unknown): boolean => {
  const { code, status, cause } = (error ?? {}) as Record<string, unknown>;
  if (typeof code === "string" && BUSY.test(code)) return true;
  return status === 503 || isNetworkCut(error) || (cause !== undefined && isBusy(cause));
};

/**
 * A refusal whose message the caller may read. `message` replaces the record's if the database or the
 * authentication service has a better one; `cause` is for the log and is never sent.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Seconds until another attempt can succeed. */
  readonly retryAfter: number | null;

  constructor(
    code: RefusalCode,
    { message, cause, retryAfter }: { message?: string; cause?: unknown; retryAfter?: number } = {},
  ) {
    super(message ?? REFUSALS[code][1], { cause });
    this.name = "Refusal";
    this.code = code;
    this.retryAfter = retryAfter ?? (this.status === 503 ? RETRY_AFTER : null);
  }

  get status(): number {
    return REFUSALS[this.code][0];
  }

  /** The admin set-up page reads `error`, the official client `message`. */
  get body(): { error: string; code: RefusalCode; message: string; hint: string | null } {
    return {
      error: this.message,
      code: this.code,
      message: this.message,
      hint: REFUSALS[this.code][2],
    };
  }
}
