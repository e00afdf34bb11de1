import { json } from "#backend/core/http/http.ts";
import type { Auth, Endpoint } from "../context.ts";
import { SCOPES } from "../oauth-server/scopes.ts";

/** Where other applications find the sign-in endpoints (RFC 8414); absent if the project is no provider. */
const provider = ({ config, core }: Auth) => {
  const { enabled, allowDynamicRegistration } = config.oauthServer;
  const below = `${core.publicUrl}/auth/v1/oauth`;
  if (!enabled) return {};
  const openid = core.tokens.jwks().keys.length > 0;
  return {
    authorization_endpoint: `${below}/authorize`,
    token_endpoint: `${below}/token`,
    userinfo_endpoint: `${below}/userinfo`,
    registration_endpoint: allowDynamicRegistration ? `${below}/clients/register` : undefined,
    scopes_supported: SCOPES.filter((scope) => openid || scope !== "openid"),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    code_challenge_methods_supported: ["S256", "plain"],
  };
};

/** Claims of access tokens, and further ones of ID tokens. */
const CLAIMS = [
  ...["sub", "aud", "iss", "exp", "iat", "email", "phone", "role", "aal", "amr"],
  ...["session_id", "is_anonymous", "app_metadata", "user_metadata"],
];
const ID_TOKEN_CLAIMS = [
  ...["auth_time", "nonce", "email_verified", "phone_number", "phone_number_verified"],
  ...["name", "picture", "preferred_username", "updated_at"],
];

/**
 * GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server: for verifiers of our
 * tokens (OpenID Connect Discovery 1.0), and for applications that sign people in with us. The algorithm is
 * that of the published keys, or HS256 if there are none.
 */
export const openidConfiguration: Endpoint = async (auth) => {
  const { core, config } = auth;
  const issuer = `${core.publicUrl}/auth/v1`;
  const published = core.tokens.jwks().keys.flatMap(({ alg }) => alg ?? []);
  return json(
    {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      ...provider(auth),
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: published.length > 0 ? published : ["HS256"],
      claims_supported: config.oauthServer.enabled ? [...CLAIMS, ...ID_TOKEN_CLAIMS] : CLAIMS,
    },
    200,
    { "cache-control": "public, max-age=600" },
  );
};
