import { createHash } from "node:crypto";
import type { AuthorizationParams, ProviderConfig } from "./provider.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The nonce of a sign-in. It derives from the verifier, so it is not stored separately. */
export const nonceOf = (verifier: string): string => digest(`nonce:${verifier}`);

/**
 * The address of an authorization endpoint (RFC 6749 section 4.1.1); our parameters override the
 * application's.
 */
export const authorizationUrl = (
  endpoint: string,
  config: ProviderConfig,
  request: AuthorizationParams,
  own: { scopes: string[]; params?: Record<string, string> },
): string => {
  const url = new URL(endpoint);
  const values = {
    ...request.params,
    ...own.params,
    response_type: "code",
    client_id: config.clientIds[0],
    redirect_uri: config.redirectUri,
    scope: [...new Set([...own.scopes, ...request.scopes])].join(" "),
    state: request.state,
    code_challenge: digest(request.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
};
