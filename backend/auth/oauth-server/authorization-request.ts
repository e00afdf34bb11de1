import { HttpError } from "#backend/core/errors.ts";
import type { Auth } from "../context.ts";
import { OAuthRefusal } from "../errors.ts";
import { type Challenge, challengeOf } from "../sessions/pkce.ts";
import type { OAuthClient } from "./oauth-clients.ts";
import { DEFAULT_SCOPE, SCOPES, scopesOf } from "./scopes.ts";

/** An application's request at /oauth/authorize, checked. */
export interface AuthorizationRequest {
  redirectUri: string;
  scopes: string[];
  state: string;
  resource: string;
  nonce: string;
  challenge: Challenge;
}

const wrong = (description: string, error = "invalid_request") =>
  new OAuthRefusal(error, description);

/** The limits of the columns, and of PostgreSQL's text. */
const LONGEST = { state: 4096, resource: 2048, nonce: 255 };

const parseScopes = (auth: Auth, text: string): string[] => {
  const scopes = scopesOf(text || DEFAULT_SCOPE);
  if (scopes.length === 0) throw wrong("scope parameter cannot be empty");
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown) throw wrong(`unsupported scope: ${unknown.slice(0, 64)}`);
  // Verifying an ID token needs a public key; with a shared secret there is none.
  if (scopes.includes("openid") && auth.core.tokens.jwks().keys.length === 0) {
    throw wrong("openid needs an asymmetric signing key", "invalid_scope");
  }
  return scopes;
};

/** RFC 8707 section 2: an absolute address without a fragment; the platform allows no query either. */
const checkResource = (resource: string): void => {
  if (!resource) return;
  if (!URL.canParse(resource)) throw wrong("resource must be an absolute URI");
  const { hash, search } = new URL(resource);
  if (hash || resource.includes("#")) throw wrong("resource must not include a fragment component");
  if (search) throw wrong("resource must not include a query component");
};

/** PKCE is required of everybody; an application without a secret must hash its verifier. */
const parseChallenge = (query: URLSearchParams, client: OAuthClient): Challenge => {
  let challenge: Challenge | null;
  try {
    challenge = challengeOf({
      code_challenge: query.get("code_challenge") ?? "",
      code_challenge_method: query.get("code_challenge_method") ?? "",
    });
  } catch (error) {
    throw error instanceof HttpError ? wrong(error.message) : error;
  }
  if (!challenge) throw wrong("PKCE flow requires both code_challenge and code_challenge_method");
  if (challenge.method === "plain" && client.client_type === "public") {
    throw wrong("code_challenge_method must be 'S256'");
  }
  return challenge;
};

/** Parses the query of /oauth/authorize; throws an OAuthRefusal, which goes to the application. */
export const readAuthorizationRequest = (
  auth: Auth,
  query: URLSearchParams,
  client: OAuthClient,
  redirectUri: string,
): AuthorizationRequest => {
  const type = query.get("response_type") || "code";
  if (type !== "code") {
    throw wrong("only response_type=code is supported", "unsupported_response_type");
  }
  for (const [name, longest] of Object.entries(LONGEST)) {
    const value = query.get(name) ?? "";
    if (value.length > longest || value.includes("\0")) throw wrong(`${name} is not valid`);
  }
  const scopes = parseScopes(auth, query.get("scope") ?? "");
  const resource = query.get("resource") ?? "";
  checkResource(resource);
  return {
    redirectUri,
    scopes,
    state: query.get("state") ?? "",
    resource,
    nonce: query.get("nonce") ?? "",
    challenge: parseChallenge(query, client),
  };
};
