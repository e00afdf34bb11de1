import { createHash, randomUUID } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import type { Challenge } from "../sessions/pkce.ts";

/** Seconds in which a person must return from the provider; GoTrue's default. */
const LIFETIME = 120;

/** Stores a sign-in that started here, with its PKCE challenge if it has one. */
export const rememberSignIn = async (
  auth: Auth,
  request: {
    id: string;
    providerId: string;
    requestId: string;
    redirectTo: string;
    challenge: Challenge | null;
  },
): Promise<void> => {
  const { challenge } = request;
  const now = timestamp(auth);
  await auth.core.db.transaction(async (tx) => {
    const flowId = challenge ? randomUUID() : null;
    if (challenge) {
      await tx.query(
        `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge,
           provider_type, authentication_method, created_at, updated_at)
         values ($1, $2, $3, $4, 'sso/saml', 'sso/saml', $5, $5)`,
        [flowId, randomUUID(), challenge.method, challenge.challenge, now],
      );
    }
    await tx.query(
      `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to,
         flow_state_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)`,
      [request.id, request.providerId, request.requestId, request.redirectTo, flowId, now],
    );
  });
};

export interface SignIn extends Record<string, unknown> {
  provider_id: string;
  request_id: string;
  redirect_to: string | null;
  flow_state_id: string | null;
}

/** Takes a sign-in that started here, once. */
export const takeSignIn = async (auth: Auth, id: string): Promise<SignIn> => {
  const [taken] = await auth.core.db.query<SignIn & { created_at: Date }>(
    `delete from auth.saml_relay_states where id = $1
     returning sso_provider_id as provider_id, request_id, redirect_to, flow_state_id, created_at`,
    [id],
  );
  if (!taken) throw refuse("saml_relay_state_not_found");
  if (taken.created_at.getTime() + LIFETIME * 1000 <= auth.core.clock.now()) {
    throw refuse("saml_relay_state_expired");
  }
  return taken;
};

/** Uses the assertion up; refuses one that has signed a person in before. */
export const consumeAssertion = async (
  tx: Queryable,
  providerId: string,
  assertion: { id: string; expires: number },
): Promise<void> => {
  const hash = createHash("sha256").update(`${providerId}:${assertion.id}`).digest("hex");
  const first = await tx.query(
    `insert into _backend.auth_saml_assertions (assertion_hash, expires_at) values ($1, $2)
     on conflict do nothing returning assertion_hash`,
    [hash, new Date(assertion.expires).toISOString()],
  );
  if (first.length === 0) throw refuse("validation_failed", { message: INVALID });
};

/** The only message about an invalid assertion; the log has the reason. */
export const INVALID = "SAML Assertion is not valid";
