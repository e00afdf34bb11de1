import { type ConcurrencyLimit, createConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Core } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import type { Claims } from "#backend/core/tokens/tokens.ts";
import { refuse } from "../errors.ts";
import { invalidClaims } from "../sessions/token-claims.ts";
import { type Factor, type Metadata, type User, userJson } from "../users/user.ts";
import { createHttpHook } from "./hook-http.ts";
import { createSqlHook } from "./hook-sql.ts";

/**
 * The project's own decisions during this service's work (`[auth.hook.…]`): database functions, or
 * addresses.
 */
export interface Hooks {
  /** Whether the project has the hook. */
  has(name: Known): boolean;
  /** Refuses, in the hook's words, an account that it does not want. */
  beforeUserCreated(user: {
    email: string;
    phone?: string;
    userMetadata: Metadata;
    provider?: string;
    anonymous?: boolean;
  }): Promise<void>;
  /** Reports a created account; call it after the commit. */
  afterUserCreated(user: User): Promise<void>;
  /** The claims as the hook wants them; those that identify the session are unchanged. */
  customAccessToken(userId: string, method: string, claims: Claims): Promise<Claims>;
  /** Reports an attempt at a password, right or wrong; returns the project's refusal, or null. */
  passwordAttempt(userId: string, valid: boolean): Promise<Rejection | null>;
  /** As above, for a response to a second factor's challenge. */
  factorAttempt(userId: string, factor: Factor, valid: boolean): Promise<Rejection | null>;
  /** Sends a code to a phone in the project's own way. */
  sendSms(user: User, sms: { otp: string; phone: string; sms_type: string }): Promise<void>;
  /**
   * Sends a mail in the project's own way, within the transaction that made its link: if the hook refuses,
   * nothing was written.
   */
  sendEmail(tx: Queryable, user: User, email: EmailData): Promise<void>;
  /** Runs such a transaction when its turn comes: few may hold a connection while they wait for a hook. */
  inTurn: ConcurrencyLimit;
}

/**
 * The contents of a mail, by GoTrue's names. For a change that both addresses confirm, `token` and
 * `token_hash_new` are the present address's and `token_new` and `token_hash` the new one's. This is
 * GoTrue's own mix-up, on which every hook written for it relies.
 */
interface EmailData {
  token: string;
  token_hash: string;
  redirect_to: string;
  email_action_type: string;
  site_url: string;
  token_new: string;
  token_hash_new: string;
}

/** A hook's decision to refuse an attempt, whether it was right or not. */
interface Rejection {
  message: string;
  /** Whether the user's sessions end. */
  logout: boolean;
}

/** By the names in config.toml: the event that each hook receives. */
const NAMES = {
  after_user_created: "after-user-created",
  before_user_created: "before-user-created",
  custom_access_token: "customize-access-token",
  mfa_verification_attempt: "mfa-verification",
  password_verification_attempt: "password-verification",
  send_email: "send-email",
  send_sms: "send-sms",
} as const;
type Known = keyof typeof NAMES;

/** Mails that a hook sends at the same time, of 8 connections, and how many may wait. */
const MAIL_LIMITS = { atOnce: 3, waiting: 60 };

/** Claims that a hook cannot change. */
const PROTECTED_CLAIMS = ["iss", "sub", "aud", "exp", "iat", "session_id"] as const;

interface HookResponse {
  claims?: unknown;
  decision?: unknown;
  message?: unknown;
  should_logout_user?: unknown;
  error?: { http_code?: unknown; message?: unknown };
}

/** The project's own message of refusal. */
export class HookRefusal extends HttpError {}

/** As in GoTrue: with the hook's status, without a code of its own. */
const refused = (error: NonNullable<HookResponse["error"]>): HookRefusal => {
  const given = Number(error.http_code);
  const status = Number.isInteger(given) && given >= 400 && given <= 599 ? given : 500;
  const message =
    typeof error.message === "string" && error.message
      ? error.message.slice(0, 500)
      : "The request was refused";
  const code = status === 500 ? "unexpected_failure" : "unknown";
  return new HookRefusal({ status, code, message });
};

/**
 * Reads the project's hooks; events contain the caller's address. Throws, naming the hook, if one is on but
 * cannot be run: continuing without it could let people in.
 */
export const loadHooks = ({ project, db, clock }: Core): ((ip: string) => Hooks) => {
  const functions = new Map<string, (event: unknown, tx?: Queryable) => Promise<unknown>>();
  for (const [name, { enabled, uri, secrets }] of Object.entries(project.config.auth.hooks)) {
    if (!enabled) continue;
    const hook = createSqlHook(uri, db) ?? createHttpHook(uri, secrets, clock);
    if (!(name in NAMES) || !hook) {
      throw new Error(
        `auth.hook.${name} cannot be run: only ${Object.keys(NAMES).join(", ")} can, at pg-functions://postgres/<schema>/<function> or, with secrets, at https://….`,
      );
    }
    functions.set(name, async (event, tx) => {
      try {
        return await hook(event, tx);
      } catch (cause) {
        if (cause instanceof HttpError) throw cause;
        throw refuse("unexpected_failure", { message: `Error running hook URI: ${uri}`, cause });
      }
    });
  }

  const inTurn = createConcurrencyLimit({
    running: MAIL_LIMITS.atOnce,
    waiting: MAIL_LIMITS.waiting,
    full: () => refuse("over_request_rate_limit", { retryAfter: 5 }),
  });

  const runFor = async (
    ip: string,
    name: Known,
    event: object,
    tx?: Queryable,
  ): Promise<HookResponse | null> => {
    const hook = functions.get(name);
    if (!hook) return null;
    const time = new Date(clock.now()).toISOString();
    const metadata = { uuid: crypto.randomUUID(), time, name: NAMES[name], ip_address: ip };
    const given = await hook({ metadata, ...event }, tx);
    const response: HookResponse = given !== null && typeof given === "object" ? given : {};
    if (response.error) throw refused(response.error);
    return response;
  };

  return (ip) =>
    hooksFor((name, event, tx) => runFor(ip, name, event, tx), {
      inTurn,
      has: (name) => functions.has(name),
    });
};

/** A hook's response to an event; null if the project does not have the hook. Throws its refusal. */
type Run = (name: Known, event: object, tx?: Queryable) => Promise<HookResponse | null>;

const hooksFor = (run: Run, shared: Pick<Hooks, "has" | "inTurn">): Hooks => {
  const attempt = async (
    name: Known,
    event: object,
    otherwise: string,
  ): Promise<Rejection | null> => {
    const response = await run(name, event);
    if (response?.decision !== "reject") return null;
    const given = typeof response.message === "string" ? response.message.slice(0, 500) : "";
    return { message: given || otherwise, logout: response.should_logout_user === true };
  };

  return {
    ...shared,

    async beforeUserCreated(given) {
      const { email, phone = "", userMetadata, anonymous = false } = given;
      const provider = given.provider ?? (phone ? "phone" : "email");
      await run("before_user_created", {
        user: {
          aud: "authenticated",
          role: "",
          email,
          phone,
          app_metadata: anonymous ? {} : { provider, providers: [provider] },
          user_metadata: userMetadata,
          identities: [],
          is_anonymous: anonymous,
        },
      });
    },

    async afterUserCreated(user) {
      await run("after_user_created", { user: userJson(user) });
    },

    async customAccessToken(userId, method, claims) {
      const response = await run("custom_access_token", {
        user_id: userId,
        authentication_method: method,
        claims,
      });
      if (!response) return claims;
      const { claims: made } = response;
      if (made === null || typeof made !== "object" || Array.isArray(made)) {
        throw refuse("unexpected_failure", { message: "output claims field is missing" });
      }
      const amiss = invalidClaims(made as Claims);
      if (amiss.length > 0) {
        throw refuse("unexpected_failure", {
          message: `output claims do not conform to the expected schema: \n${amiss.join("")}`,
        });
      }
      const protectedClaims = Object.fromEntries(
        PROTECTED_CLAIMS.map((name) => [name, claims[name]]),
      );
      return { ...(made as Claims), ...protectedClaims };
    },

    passwordAttempt: (userId, valid) =>
      attempt(
        "password_verification_attempt",
        { user_id: userId, valid },
        "Further password verification attempts will be rejected.",
      ),

    async factorAttempt(userId, { id, factor_type }, valid) {
      const event = { user_id: userId, factor_id: id, factor_type, valid };
      const words = "Further MFA verification attempts will be rejected.";
      const rejection = await attempt("mfa_verification_attempt", event, words);
      return rejection && { ...rejection, logout: true };
    },

    async sendSms(user, sms) {
      await run("send_sms", { user: userJson(user), sms });
    },

    async sendEmail(tx, user, email) {
      await run("send_email", { user: userJson(user), email_data: email }, tx);
    },
  };
};
