import { type ConcurrencyLimit, createConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Core } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import type { Claims } from "#backend/core/tokens/tokens.ts";
import { refuse } from "../errors.ts";
import { claimsAmiss } from "../sessions/token-claims.ts";
import { type Factor, type Metadata, type User, userJson } from "../users/user.ts";
import { createHttpHook } from "./hook-http.ts";
import { createSqlHook } from "./hook-sql.ts";

/** The project's say in what this service does (`[auth.hook.…]`): functions of its database, or addresses. */
export interface Hooks {
  /** Whether the project has the hook. */
  has(name: Known): boolean;
  /** Refuses, with the hook's own words, an account that it does not want. */
  beforeUserCreated(user: {
    email: string;
    phone?: string;
    userMetadata: Metadata;
    provider?: string;
    anonymous?: boolean;
  }): Promise<void>;
  /** Tells of an account that was made; after the commit. */
  afterUserCreated(user: User): Promise<void>;
  /** The claims as the hook wants them; those that say whose session it is stay as they were. */
  customAccessToken(userId: string, method: string, claims: Claims): Promise<Claims>;
  /** Tells of a try at a password, right or wrong; gives the project's own words of refusal, else null. */
  passwordAttempt(userId: string, valid: boolean): Promise<Rejection | null>;
  /** The same of an answer to a second factor's challenge. */
  factorAttempt(userId: string, factor: Factor, valid: boolean): Promise<Rejection | null>;
  /** Sends a code to a phone in the project's own way. */
  sendSms(user: User, sms: { otp: string; phone: string; sms_type: string }): Promise<void>;
  /**
   * Sends a letter in the project's own way, within the transaction that made its link: what the hook does
   * not take was never written.
   */
  sendEmail(tx: Queryable, user: User, email: EmailData): Promise<void>;
  /** Runs such a transaction when it is its turn: few may hold a connection while they wait for a hook. */
  inTurn: ConcurrencyLimit;
}

/**
 * What a letter is made of, by GoTrue's names. For a change that both addresses confirm, `token` and
 * `token_hash_new` are the present address's and `token_new` and `token_hash` the new one's: GoTrue's own
 * mix-up, which every hook written for it counts on.
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

/** A hook's word that a try is to be refused, whether it was right or not. */
interface Rejection {
  message: string;
  /** Whether the user's sessions end. */
  logout: boolean;
}

/** By the names of config.toml: what an event calls its hook. */
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

/** Letters that a hook is asked to send at the same time, of 8 connections, and how many may wait. */
const LETTERS = { atOnce: 3, waiting: 60 };

/** Claims that a hook cannot change. */
const PROTECTED_CLAIMS = ["iss", "sub", "aud", "exp", "iat", "session_id"] as const;

interface Answer {
  claims?: unknown;
  decision?: unknown;
  message?: unknown;
  should_logout_user?: unknown;
  error?: { http_code?: unknown; message?: unknown };
}

/** The project's own words of refusal. */
export class HookRefusal extends HttpError {}

/** As GoTrue tells it: with the hook's status, without a code of its own. */
const refused = (error: NonNullable<Answer["error"]>): HookRefusal => {
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
 * Reads the project's hooks, as each caller's address is told of them. Throws, naming it, for one that is
 * switched on and that this service cannot run: going on without it could let somebody in.
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
    running: LETTERS.atOnce,
    waiting: LETTERS.waiting,
    full: () => refuse("over_request_rate_limit", { retryAfter: 5 }),
  });

  const runFor = async (
    ip: string,
    name: Known,
    event: object,
    tx?: Queryable,
  ): Promise<Answer | null> => {
    const hook = functions.get(name);
    if (!hook) return null;
    const time = new Date(clock.now()).toISOString();
    const metadata = { uuid: crypto.randomUUID(), time, name: NAMES[name], ip_address: ip };
    const given = await hook({ metadata, ...event }, tx);
    const answer: Answer = given !== null && typeof given === "object" ? given : {};
    if (answer.error) throw refused(answer.error);
    return answer;
  };

  return (ip) =>
    hooksFor((name, event, tx) => runFor(ip, name, event, tx), {
      inTurn,
      has: (name) => functions.has(name),
    });
};

/** A hook's answer to an event; null where the project does not have the hook. Throws its refusal. */
type Run = (name: Known, event: object, tx?: Queryable) => Promise<Answer | null>;

const hooksFor = (run: Run, shared: Pick<Hooks, "has" | "inTurn">): Hooks => {
  const attempt = async (
    name: Known,
    event: object,
    otherwise: string,
  ): Promise<Rejection | null> => {
    const answer = await run(name, event);
    if (answer?.decision !== "reject") return null;
    const given = typeof answer.message === "string" ? answer.message.slice(0, 500) : "";
    return { message: given || otherwise, logout: answer.should_logout_user === true };
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
      const answer = await run("custom_access_token", {
        user_id: userId,
        authentication_method: method,
        claims,
      });
      if (!answer) return claims;
      const { claims: made } = answer;
      if (made === null || typeof made !== "object" || Array.isArray(made)) {
        throw refuse("unexpected_failure", { message: "output claims field is missing" });
      }
      const amiss = claimsAmiss(made as Claims);
      if (amiss.length > 0) {
        throw refuse("unexpected_failure", {
          message: `output claims do not conform to the expected schema: \n${amiss.join("")}`,
        });
      }
      // Whose application the token is for; on other tokens a hook may use the name for something else.
      const names =
        claims.client_id === undefined ? PROTECTED_CLAIMS : [...PROTECTED_CLAIMS, "client_id"];
      const protectedClaims = Object.fromEntries(names.map((name) => [name, claims[name]]));
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
