import { createHash } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { sameSecret } from "#backend/core/tokens/tokens.ts";
import { audit } from "../audit.ts";
import { type Auth, type Call, timestamp } from "../context.ts";
import { OAuthRefusal } from "../errors.ts";
import { type Issued, openSession } from "../sessions/sessions.ts";
import { actorOf, type User } from "../users/user.ts";
import { findUserById, isBanned } from "../users/users.ts";
import type { Authorization } from "./authorizations.ts";
import { hashOf, type OAuthClient } from "./oauth-clients.ts";
import { scopesOf } from "./scopes.ts";
import type { TokenRequest } from "./token-request.ts";

/** The result for a code; a refusal must not undo what was written before it. */
type Outcome =
  | { user: User; issued: Issued; authorization: Authorization }
  | { refused: OAuthRefusal };

const refused = (description: string, error = "invalid_grant"): Outcome => ({
  refused: new OAuthRefusal(error, description),
});

/** A code of this application that was used before: the tokens issued for it are revoked. */
const revokeTokensOfCode = async (
  auth: Auth,
  tx: Queryable,
  call: Call,
  client: OAuthClient,
  hash: string,
): Promise<void> => {
  const [ended] = await tx.query<{ user_id: string }>(
    `delete from auth.sessions s using _backend.auth_oauth_codes c
      where c.code_hash = $1 and s.id = c.session_id and s.oauth_client_id = $2 returning s.user_id`,
    [hash, client.id],
  );
  const user = ended ? await findUserById(tx, ended.user_id) : null;
  if (!user) return;
  await audit(auth, tx, call.ip, "token_revoked", actorOf(user), { oauth_client_id: client.id });
};

const isVerifier = ({ code_challenge, code_challenge_method }: Authorization, verifier: string) =>
  code_challenge !== null &&
  sameSecret(
    code_challenge_method === "s256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier,
    code_challenge,
  );

/** What is wrong with a request for this authorization's tokens; null for nothing. */
const objection = (
  auth: Auth,
  one: Authorization,
  client: OAuthClient,
  given: TokenRequest,
): string | null => {
  if (one.expires_at.getTime() <= auth.core.clock.now()) {
    return "Authorization code has expired";
  }
  if (one.client_id !== client.id) return "Authorization code was not issued for this client";
  if (given.resource && given.resource !== one.resource) {
    return "Authorization code resource does not match the resource parameter";
  }
  if (given.redirect_uri && given.redirect_uri !== one.redirect_uri) return "Invalid redirect_uri";
  if (!given.code_verifier) {
    return "PKCE verification failed: code_verifier is required when PKCE challenge is present";
  }
  return isVerifier(one, given.code_verifier)
    ? null
    : "PKCE verification failed: code challenge does not match previously saved code verifier";
};

/**
 * Exchanges a code for a session of its application. It works once: the row's lock makes two uses follow
 * each other, and the second ends the session that the first opened.
 */
export const redeem = async (
  auth: Auth,
  tx: Queryable,
  call: Call,
  client: OAuthClient,
  given: TokenRequest,
): Promise<Outcome> => {
  const hash = hashOf(given.code);
  const [one] = await tx.query<Authorization>(
    `select * from auth.oauth_authorizations
      where authorization_code = $1 and status = 'approved' for update`,
    [hash],
  );
  if (!one) {
    await revokeTokensOfCode(auth, tx, call, client, hash);
    return refused("Invalid authorization code");
  }
  const wrong = objection(auth, one, client, given);
  if (wrong) return refused(wrong);
  const user = one.user_id ? await findUserById(tx, one.user_id) : null;
  if (!user || user.deleted_at) return refused("User not found for authorization code");
  if (isBanned(auth, user)) return refused("User is banned", "access_denied");

  const issued = await openSession(auth, tx, user, "oauth_provider/authorization_code", call, "", {
    id: client.id,
    scopes: scopesOf(one.scope),
  });
  await tx.query("delete from auth.oauth_authorizations where id = $1", [one.id]);
  await tx.query(
    "insert into _backend.auth_oauth_codes (code_hash, session_id, used_at) values ($1, $2, $3)",
    [hash, issued.sessionId, timestamp(auth)],
  );
  await audit(auth, tx, call.ip, "login", actorOf(user), {
    provider_type: "oauth_provider_authorization_code",
    client_id: client.id,
  });
  return { user, issued, authorization: one };
};
