import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";

/** PKCE (RFC 7636) for links in mails: only the browser that requested the link can use its code. */
export interface Challenge {
  challenge: string;
  method: "s256" | "plain";
}

/** Marks links whose code needs the verifier. */
export const PKCE_PREFIX = "pkce_";

/** Seconds between using the link and exchanging its code. */
const CODE_LIFETIME = 300;

/** The challenge of a request, or null; refuses half a one (RFC 7636 section 4.2). */
export const challengeOf = (body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null => {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if (!challenge && !given) return null;
  if (!challenge || !given) {
    throw refuse("validation_failed", {
      message: "PKCE flow requires code_challenge_method and code_challenge",
    });
  }
  const method = given.toLowerCase();
  if (method !== "s256" && method !== "plain") {
    throw refuse("validation_failed", { message: `unsupported code_challenge method ${method}` });
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw refuse("validation_failed", {
      message: "code challenge has to be between 43 and 128 characters",
    });
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw refuse("validation_failed", {
      message:
        "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    });
  }
  return { challenge, method };
};

/** Stores the challenge for the next link, in place of earlier ones of its kind. */
export const rememberFlow = async (
  auth: Auth,
  tx: Queryable,
  flow: { userId: string; method: string; challenge: Challenge },
): Promise<void> => {
  await tx.query("delete from auth.flow_state where user_id = $1 and authentication_method = $2", [
    flow.userId,
    flow.method,
  ]);
  await tx.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge,
       provider_type, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, 'email', $5, $6, $6)`,
    [
      flow.userId,
      randomUUID(),
      flow.challenge.method,
      flow.challenge.challenge,
      flow.method,
      timestamp(auth),
    ],
  );
};

/** A new code for the user's flow of this kind, once its link was used. */
export const issueCode = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  methods: readonly string[],
): Promise<string> => {
  const code = randomUUID();
  const rows = await tx.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
      where id = (
        select id from auth.flow_state where user_id = $1 and authentication_method = any($2)
        order by created_at desc limit 1
      ) returning id`,
    [userId, methods, code, timestamp(auth)],
  );
  if (rows.length === 0) throw refuse("flow_state_not_found");
  return code;
};

/** The provider's tokens for its own API, for the application. */
interface ProviderTokens {
  provider_token?: string;
  provider_refresh_token?: string;
}

/** Ends the code's flow; returns its user, its purpose and its result. */
export const redeemCode = async (
  auth: Auth,
  tx: Queryable,
  code: string,
  verifier: string,
): Promise<{ userId: string; flow: string; provider: string; tokens: ProviderTokens }> => {
  const [flow] = await tx.query<{
    id: string;
    user_id: string | null;
    code_challenge: string | null;
    code_challenge_method: string | null;
    auth_code_issued_at: Date | null;
    authentication_method: string;
    provider_type: string;
    provider_access_token: string | null;
    provider_refresh_token: string | null;
  }>(
    `select id, user_id, code_challenge, code_challenge_method::text, auth_code_issued_at,
            authentication_method, provider_type, provider_access_token, provider_refresh_token
       from auth.flow_state where auth_code = $1 for update`,
    [code],
  );
  if (!flow?.user_id || !flow.code_challenge || !flow.auth_code_issued_at) {
    throw refuse("flow_state_not_found");
  }
  if (flow.auth_code_issued_at.getTime() + CODE_LIFETIME * 1000 < auth.core.clock.now()) {
    throw refuse("flow_state_expired");
  }
  const hashed =
    flow.code_challenge_method === "s256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier;
  const made = createHash("sha256").update(hashed).digest();
  const expected = createHash("sha256").update(flow.code_challenge).digest();
  if (!timingSafeEqual(made, expected)) throw refuse("bad_code_verifier");
  await tx.query("delete from auth.flow_state where id = $1", [flow.id]);
  return {
    userId: flow.user_id,
    flow: flow.authentication_method,
    provider: flow.provider_type,
    tokens: {
      ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
      ...(flow.provider_refresh_token
        ? { provider_refresh_token: flow.provider_refresh_token }
        : {}),
    },
  };
};
