import type { Queryable } from "#backend/kernel/database.ts";
import { HttpError } from "#backend/kernel/errors.ts";
import type { Kernel } from "#backend/kernel/kernel.ts";
import type { Claims } from "#backend/kernel/tokens.ts";
import { createTurns, type Turns } from "#backend/kernel/turns.ts";
import { refuse } from "./errors.ts";
import { createHttpHook } from "./hook-http.ts";
import { createSqlHook } from "./hook-sql.ts";
import { type Factor, type Metadata, type User, userJson } from "./user.ts";

/** The project's say in what this service does (`[auth.hook.…]`): functions of its database, or addresses. */
export interface Hooks {
  /** Whether the project has the hook. */
  has(name: Known): boolean;
  /** Refuses, with the hook's own words, an account that it does not want. */
  beforeUserCreated(
    ip: string,
    user: {
      email: string;
      phone?: string;
      userMetadata: Metadata;
      provider?: string;
      anonymous?: boolean;
    },
  ): Promise<void>;
  /** Tells of an account that was made; after the commit. */
  afterUserCreated(ip: string, user: User): Promise<void>;
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
  sendEmail(tx: Queryable, ip: string, user: User, email: EmailData): Promise<void>;
  /** Runs such a transaction when it is its turn: few may hold a connection while they wait for a hook. */
  inTurn: Turns;
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

const KNOWN = [
  "after_user_created",
  "before_user_created",
  "custom_access_token",
  "mfa_verification_attempt",
  "password_verification_attempt",
  "send_email",
  "send_sms",
] as const;
type Known = (typeof KNOWN)[number];

/** Letters that a hook is asked to send at the same time, of 8 connections, and how many may wait. */
const LETTERS = { atOnce: 3, waiting: 60 };

/** Claims that a hook cannot change. */
const KEPT = ["iss", "sub", "aud", "exp", "iat", "session_id"] as const;

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
 * Reads the project's hooks. Throws, naming it, for one that is switched on and that this service
 * cannot run: going on without it could let somebody in.
 */
export const loadHooks = ({ project, db, clock }: Kernel): Hooks => {
  const functions = new Map<string, (event: unknown, tx?: Queryable) => Promise<unknown>>();
  for (const [name, { enabled, uri, secrets }] of Object.entries(project.config.auth.hooks)) {
    if (!enabled) continue;
    const hook = createSqlHook(uri, db) ?? createHttpHook(uri, secrets, clock);
    if (!KNOWN.some((known) => known === name) || !hook) {
      throw new Error(
        `auth.hook.${name} cannot be run: only ${KNOWN.join(", ")} can, at pg-functions://postgres/<schema>/<function> or, with secrets, at https://….`,
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

  const run = async (name: Known, event: unknown, tx?: Queryable): Promise<Answer | null> => {
    const hook = functions.get(name);
    if (!hook) return null;
    const given = await hook(event, tx);
    const answer: Answer = given !== null && typeof given === "object" ? given : {};
    if (answer.error) throw refused(answer.error);
    return answer;
  };

  /** Which event it is, for hooks that keep a record. */
  const metadata = (name: Known, ip: string) => ({
    uuid: crypto.randomUUID(),
    time: new Date(clock.now()).toISOString(),
    name: name.replaceAll("_", "-"),
    ip_address: ip,
  });

  const attempt = async (
    name: Known,
    event: unknown,
    otherwise: string,
  ): Promise<Rejection | null> => {
    const answer = await run(name, event);
    if (answer?.decision !== "reject") return null;
    const given = typeof answer.message === "string" ? answer.message.slice(0, 500) : "";
    return { message: given || otherwise, logout: answer.should_logout_user === true };
  };

  return {
    inTurn: createTurns(LETTERS.atOnce, LETTERS.waiting, () =>
      refuse("over_request_rate_limit", { retryAfter: 5 }),
    ),
    has: (name) => functions.has(name),

    async beforeUserCreated(ip, given) {
      const { email, phone = "", userMetadata, anonymous = false } = given;
      const provider = given.provider ?? (phone ? "phone" : "email");
      await run("before_user_created", {
        metadata: metadata("before_user_created", ip),
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

    async afterUserCreated(ip, user) {
      const event = { metadata: metadata("after_user_created", ip), user: userJson(user) };
      await run("after_user_created", event);
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
        throw refuse("unexpected_failure", {
          message: "The hook custom_access_token gave no claims",
        });
      }
      const kept = Object.fromEntries(KEPT.map((name) => [name, claims[name]]));
      return { ...(made as Claims), ...kept };
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

    async sendEmail(tx, ip, user, email) {
      const event = {
        metadata: metadata("send_email", ip),
        user: userJson(user),
        email_data: email,
      };
      await run("send_email", event, tx);
    },
  };
};
