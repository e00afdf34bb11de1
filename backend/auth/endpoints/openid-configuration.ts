import { json } from "#backend/kernel/http.ts";
import type { Endpoint } from "../context.ts";

/**
 * GET /.well-known/openid-configuration: what a verifier of our access tokens looks for (OpenID Connect
 * Discovery 1.0): who issues them and where the keys are. It names no endpoint of a provider, as this
 * service is none; the algorithm is that of the published keys, or HS256 where there are none.
 */
export const openidConfiguration: Endpoint = async ({ kernel }) => {
  const issuer = `${kernel.apiUrl}/auth/v1`;
  const published = kernel.tokens.jwks().keys.flatMap(({ alg }) => alg ?? []);
  return json(
    {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: published.length > 0 ? published : ["HS256"],
      claims_supported: [
        ...["sub", "aud", "iss", "exp", "iat", "email", "phone", "role", "aal", "amr"],
        ...["session_id", "is_anonymous", "app_metadata", "user_metadata"],
      ],
    },
    200,
    { "cache-control": "public, max-age=600" },
  );
};
