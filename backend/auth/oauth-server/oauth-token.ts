import { seconds } from "#backend/core/clock.ts";
import { HttpError } from "#backend/core/errors.ts";
import { json } from "#backend/core/http/http.ts";
import type { Auth, Call, Endpoint } from "../context.ts";
import { OAuthRefusal } from "../errors.ts";
import { limitTokens } from "../limits/limits.ts";
import { type Issued, NO_STORE, tokenPair } from "../sessions/sessions.ts";
import { refresh } from "../sessions/token-refresh.ts";
import type { User } from "../users/user.ts";
import type { Authorization } from "./authorizations.ts";
import { provenClient } from "./client-proof.ts";
import { redeem } from "./codes.ts";
import type { OAuthClient } from "./oauth-clients.ts";
import { idTokenClaims } from "./person.ts";
import { scopesOf } from "./scopes.ts";
import { readTokenRequest, type TokenRequest } from "./token-request.ts";

const ID_TOKEN_LIFETIME = 3600;

/** An ID token (OpenID Connect Core section 2), signed with the same key as access tokens. */
const idToken = (auth: Auth, user: User, one: Authorization): Promise<string> => {
  const now = seconds(auth.core.clock);
  return auth.core.tokens.sign({
    iss: `${auth.core.publicUrl}/auth/v1`,
    sub: user.id,
    aud: one.client_id,
    exp: now + ID_TOKEN_LIFETIME,
    iat: now,
    auth_time: user.last_sign_in_at ? Math.floor(user.last_sign_in_at.getTime() / 1000) : now,
    nonce: one.nonce ?? undefined,
    client_id: one.client_id,
    ...idTokenClaims(user, scopesOf(one.scope)),
  });
};

const tokensResponse = async (auth: Auth, user: User, issued: Issued, more: object = {}) => {
  const { expires_at: _ours, ...pair } = await tokenPair(auth, user, issued);
  return json({ ...pair, ...more }, 200, NO_STORE);
};

const codeGrant = async (auth: Auth, call: Call, client: OAuthClient, given: TokenRequest) => {
  if (!given.code) {
    throw new OAuthRefusal("invalid_request", "code is required for authorization_code grant");
  }
  const outcome = await auth.core.db.transaction((tx) => redeem(auth, tx, call, client, given));
  if ("refused" in outcome) throw outcome.refused;
  const { user, issued, authorization } = outcome;
  const openid = scopesOf(authorization.scope).includes("openid");
  const more = openid ? { id_token: await idToken(auth, user, authorization) } : {};
  return tokensResponse(auth, user, issued, more);
};

/** Refusals after which an application must ask its user again. */
const OVER = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_banned",
]);

const refreshGrant = async (auth: Auth, call: Call, client: OAuthClient, given: TokenRequest) => {
  if (!given.refresh_token) {
    throw new OAuthRefusal("invalid_request", "refresh_token is required for refresh_token grant");
  }
  try {
    const { user, issued } = await refresh(auth, call, given.refresh_token, client.id);
    return await tokensResponse(auth, user, issued);
  } catch (error) {
    if (error instanceof HttpError && OVER.has(error.code)) {
      throw new OAuthRefusal("invalid_grant", error.message);
    }
    throw error;
  }
};

/**
 * POST /oauth/token: an application exchanges a code, or a refresh token, for tokens (RFC 6749 sections
 * 4.1.3 and 6). An application with a secret serves many people from one address and is not counted.
 */
export const oauthToken: Endpoint = async (auth, call) => {
  const given = await readTokenRequest(call.request);
  const client = await provenClient(auth, call.request, given);
  if (client?.client_type !== "confidential") await limitTokens(auth, call.ip);
  const { grant_type: grant } = given;
  if (!grant) throw new OAuthRefusal("invalid_request", "grant_type is required");
  if (!client) throw new OAuthRefusal("invalid_client", "Client authentication required");
  if (!client.grant_types.split(",").includes(grant)) {
    throw new OAuthRefusal(
      "unsupported_grant_type",
      `Client is not allowed to use grant type: ${grant.slice(0, 64)}`,
    );
  }
  return grant === "authorization_code"
    ? codeGrant(auth, call, client, given)
    : refreshGrant(auth, call, client, given);
};
