import { HttpError } from "#backend/kernel/errors.ts";
import type { Kernel } from "#backend/kernel/kernel.ts";
import type { Claims } from "#backend/kernel/tokens.ts";
import { refuse } from "./errors.ts";
import { createHttpHook } from "./hook-http.ts";
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
  /** The claims as the hook wants them; those that say whose session it is stay as they were. */
  customAccessToken(userId: string, method: string, claims: Claims): Promise<Claims>;
  /** Tells of a try at a password, right or wrong; gives the project's own words of refusal, else null. */
  passwordAttempt(userId: string, valid: boolean): Promise<Rejection | null>;
  /** The same of an answer to a second factor's challenge. */
  factorAttempt(userId: string, factor: Factor, valid: boolean): Promise<Rejection | null>;
  /** Sends a code to a phone in the project's own way. */
  sendSms(user: User, sms: { otp: string; phone: string; sms_type: string }): Promise<void>;
}

/** A hook's word that a try is to be refused, whether it was right or not. */
interface Rejection {
  message: string;
  /** Whether the user's sessions end. */
  logout: boolean;
}

const KNOWN = [
  "before_user_created",
  "custom_access_token",
  "mfa_verification_attempt",
  "password_verification_attempt",
  "send_sms",
] as const;
type Known = (typeof KNOWN)[number];

/** Long enough for a function, too short to hold up sign-in; GoTrue's own limit. */
const TIMEOUT_MS = 2000;

const FUNCTION = /^pg-functions:\/\/[^/]+\/([A-Za-z_]\w*)\/([A-Za-z_]\w*)$/;

/** Claims that a hook cannot change. */
const KEPT = ["iss", "sub", "aud", "exp", "iat", "session_id"] as const;

interface Answer {
  claims?: unknown;
  decision?: unknown;
  message?: unknown;
  should_logout_user?: unknown;
  error?: { http_code?: unknown; message?: unknown };
}

const refused = (error: NonNullable<Answer["error"]>): HttpError => {
  const given = Number(error.http_code);
  const status = Number.isInteger(given) && given >= 400 && given <= 499 ? given : 400;
  const message =
    typeof error.message === "string" && error.message
      ? error.message.slice(0, 500)
      : "The request was refused";
  return new HttpError({ status, code: "validation_failed", message });
};

/**
 * Reads the project's hooks. Throws, naming it, for one that is switched on and that this service
 * cannot run: going on without it could let somebody in.
 */
export const loadHooks = ({ project, db, clock }: Kernel): Hooks => {
  const functions = new Map<string, (event: unknown) => Promise<unknown>>();
  const ask = (fn: string) => (event: unknown) =>
    db.transaction(async (tx) => {
      await tx.query(`set local statement_timeout = ${TIMEOUT_MS}`);
      const [row] = await tx.query<{ answer: unknown }>(
        `select ${fn}($1::jsonb)::jsonb as answer`,
        [JSON.stringify(event)],
      );
      return row?.answer;
    });
  for (const [name, hook] of Object.entries(project.config.auth.hooks)) {
    if (!hook.enabled) continue;
    const [, schema, fn] = FUNCTION.exec(hook.uri) ?? [];
    const run = schema ? ask(`"${schema}"."${fn}"`) : createHttpHook(hook.uri, hook.secrets, clock);
    if (!KNOWN.some((known) => known === name) || !run) {
      throw new Error(
        `auth.hook.${name} cannot be run: only ${KNOWN.join(", ")} can, at pg-functions://postgres/<schema>/<function> or, with secrets, at https://….`,
      );
    }
    functions.set(name, run);
  }

  const run = async (name: Known, event: unknown): Promise<Answer | null> => {
    const hook = functions.get(name);
    if (!hook) return null;
    const given = await hook(event).catch((cause: unknown) => {
      throw refuse("unexpected_failure", { message: `The hook ${name} failed`, cause });
    });
    const answer: Answer = given !== null && typeof given === "object" ? given : {};
    if (answer.error) throw refused(answer.error);
    return answer;
  };

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
    has: (name) => functions.has(name),

    async beforeUserCreated(ip, given) {
      const { email, phone = "", userMetadata, anonymous = false } = given;
      const provider = given.provider ?? (phone ? "phone" : "email");
      await run("before_user_created", {
        metadata: {
          uuid: crypto.randomUUID(),
          time: new Date(clock.now()).toISOString(),
          name: "before-user-created",
          ip_address: ip,
        },
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
  };
};
