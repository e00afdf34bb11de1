import { randomBytes } from "node:crypto";
import type { Queryable, Row } from "#backend/core/database/database.ts";
import { type Auth, timestamp, type UserCall } from "../context.ts";
import { allowedRedirect } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { hasSecondFactor } from "../mfa/factors.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { newSecret, type OAuthClient } from "./oauth-clients.ts";
import { returnTo } from "./redirects.ts";

/**
 * Seconds in which a person must sign in and decide, and seconds in which the code must then be exchanged.
 */
const TO_DECIDE = 600;
const TO_EXCHANGE = 300;

/** A row of `auth.oauth_authorizations`. */
export interface Authorization extends Row {
  id: string;
  authorization_id: string;
  client_id: string;
  user_id: string | null;
  redirect_uri: string;
  scope: string;
  state: string | null;
  resource: string | null;
  code_challenge: string | null;
  code_challenge_method: "s256" | "plain" | null;
  status: "pending" | "approved" | "denied" | "expired";
  expires_at: Date;
  nonce: string | null;
}

/** One that waits for its person, with the public facts of the application. */
type Waiting = Authorization &
  Pick<OAuthClient, "client_name" | "client_uri" | "logo_uri" | "client_type">;

/** Stores an application's request until a person decides; returns the id that the page uses. */
export const storeAuthorizationRequest = async (
  auth: Auth,
  client: OAuthClient,
  request: AuthorizationRequest,
): Promise<string> => {
  const name = randomBytes(24).toString("base64url");
  await auth.core.db.query(
    `insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope, state,
       resource, code_challenge, code_challenge_method, nonce, created_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7,
       $8::auth.code_challenge_method, nullif($9, ''), $10, $11)`,
    [
      name,
      client.id,
      request.redirectUri,
      request.scopes.join(" "),
      request.state,
      request.resource,
      request.challenge.challenge,
      request.challenge.method,
      request.nonce,
      timestamp(auth),
      timestamp(auth, TO_DECIDE),
    ],
  );
  return name;
};

/**
 * Only the project's own pages may read a request and decide on it. Browsers send the origin of a call;
 * other clients have no user to deceive. If the account has a second step, that comes first.
 */
export const admitDecision = (auth: Auth, { request, user, session }: UserCall): void => {
  const origin = request.headers.get("origin");
  if (origin && allowedRedirect(origin, auth.config) !== origin) {
    throw refuse("validation_failed", { message: "unauthorized request origin" });
  }
  if (hasSecondFactor(user) && session.aal !== "aal2") throw refuse("insufficient_aal");
};

/**
 * The authorization that the route's `:id` names, locked, while its person may decide on it. Another
 * person's counts as unknown, and so does an expired one. With `claim`, an unclaimed one becomes the
 * caller's.
 */
export const waitingFor = async (
  auth: Auth,
  tx: Queryable,
  { params, user }: UserCall,
  { claim }: { claim: boolean },
): Promise<Waiting> => {
  const [found] = await tx.query<Waiting>(
    `select a.*, c.client_name, c.client_uri, c.logo_uri, c.client_type
       from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
      where a.authorization_id = $1 and c.deleted_at is null for update of a`,
    [(params.id ?? "").replaceAll("\0", "")],
  );
  const isOver = !found || found.expires_at.getTime() <= auth.core.clock.now();
  const isTheirs = found?.user_id === user.id || (claim && found?.user_id === null);
  if (isOver || !isTheirs) throw refuse("oauth_authorization_not_found");
  if (found.status !== "pending") {
    throw refuse("validation_failed", { message: "authorization request cannot be processed" });
  }
  if (found.user_id === null) {
    await tx.query("update auth.oauth_authorizations set user_id = $2 where id = $1", [
      found.id,
      user.id,
    ]);
  }
  return found;
};

/** Approves; returns the browser's next address, with a code that is stored only as a hash. */
export const approve = async (auth: Auth, tx: Queryable, one: Authorization): Promise<string> => {
  const { secret: code, hash } = newSecret();
  await tx.query(
    `update auth.oauth_authorizations
        set status = 'approved', approved_at = $2, authorization_code = $3, expires_at = $4
      where id = $1`,
    [one.id, timestamp(auth), hash, timestamp(auth, TO_EXCHANGE)],
  );
  return returnTo(one.redirect_uri, { code, state: one.state });
};

/** Denies; returns the browser's next address, which informs the application. */
export const deny = async (tx: Queryable, one: Authorization): Promise<string> => {
  await tx.query("update auth.oauth_authorizations set status = 'denied' where id = $1", [one.id]);
  return returnTo(one.redirect_uri, {
    error: "access_denied",
    error_description: "User denied the request",
    state: one.state,
  });
};
