import { HttpError } from "#backend/kernel/errors.ts";
import type { Kernel } from "#backend/kernel/kernel.ts";
import type { Claims } from "#backend/kernel/tokens.ts";
import { refuse } from "./errors.ts";
import type { Metadata } from "./user.ts";

/** The project's say in what this service does (`[auth.hook.…]`, as functions of its database). */
export interface Hooks {
  /** Refuses, with the hook's own words, an account that it does not want. */
  beforeUserCreated(
    ip: string,
    user: { email: string; userMetadata: Metadata; provider?: string; anonymous?: boolean },
  ): Promise<void>;
  /** The claims as the hook wants them; those that say whose session it is stay as they were. */
  customAccessToken(userId: string, method: string, claims: Claims): Promise<Claims>;
}

const KNOWN = ["before_user_created", "custom_access_token"] as const;
type Known = (typeof KNOWN)[number];

/** Long enough for a function, too short to hold up sign-in; GoTrue's own limit. */
const TIMEOUT_MS = 2000;

const FUNCTION = /^pg-functions:\/\/[^/]+\/([A-Za-z_]\w*)\/([A-Za-z_]\w*)$/;

/** Claims that a hook cannot change. */
const KEPT = ["iss", "sub", "aud", "exp", "iat", "session_id"] as const;

interface Answer {
  claims?: unknown;
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
  const functions = new Map<string, string>();
  for (const [name, hook] of Object.entries(project.config.auth.hooks)) {
    if (!hook.enabled) continue;
    const [, schema, fn] = FUNCTION.exec(hook.uri) ?? [];
    if (!KNOWN.some((known) => known === name) || !schema || !fn) {
      throw new Error(
        `auth.hook.${name} cannot be run: only ${KNOWN.join(" and ")} at pg-functions://postgres/<schema>/<function> can.`,
      );
    }
    functions.set(name, `"${schema}"."${fn}"`);
  }

  const run = async (name: Known, event: unknown): Promise<Answer | null> => {
    const fn = functions.get(name);
    if (!fn) return null;
    const [row] = await db
      .transaction(async (tx) => {
        await tx.query(`set local statement_timeout = ${TIMEOUT_MS}`);
        return tx.query<{ answer: Answer | null }>(`select ${fn}($1::jsonb)::jsonb as answer`, [
          JSON.stringify(event),
        ]);
      })
      .catch((cause: unknown) => {
        throw refuse("unexpected_failure", { message: `The hook ${name} failed`, cause });
      });
    const answer = row?.answer ?? {};
    if (answer.error) throw refused(answer.error);
    return answer;
  };

  return {
    async beforeUserCreated(ip, { email, userMetadata, provider = "email", anonymous = false }) {
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
          phone: "",
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
  };
};
