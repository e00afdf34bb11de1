import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "../context.ts";

/** Claims of access tokens. */
const CLAIMS = [
  ...["sub", "aud", "iss", "exp", "iat", "email", "phone", "role", "aal", "amr"],
  ...["session_id", "is_anonymous", "app_metadata", "user_metadata"],
];

/**
 * GET /.well-known/openid-configuration: for verifiers of our tokens (OpenID Connect Discovery 1.0). The
 * algorithm is that of the published keys, or HS256 if there are none.
 */
export const openidConfiguration: Endpoint = async ({ core }) => {
  const issuer = `${core.publicUrl}/auth/v1`;
  const published = core.tokens.jwks().keys.flatMap(({ alg }) => alg ?? []);
  return json(
    {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: published.length > 0 ? published : ["HS256"],
      claims_supported: CLAIMS,
    },
    200,
    { "cache-control": "public, max-age=600" },
  );
};
