import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { sameSecret } from "#backend/core/tokens/tokens.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, type Call, timestamp } from "../context.ts";
import { redirectOf } from "../email/redirects.ts";
import { refuse } from "../errors.ts";
import { challengeOf } from "../sessions/pkce.ts";
import { KNOWN } from "./providers/names.ts";
import type { Grant, Provider } from "./providers/provider.ts";

/** Seconds in which a person must return from the provider. */
const FLOW_LIFETIME = 600;
const MOST_PARAMS = 20;
const LONGEST_PARAM = 2048;

/** Parameters that the application may not pass to the provider: they are ours, or were meant for us. */
const OURS = new Set([
  ...["provider", "scopes", "code_challenge", "code_challenge_method", "redirect_to"],
  ...["invite_token", "skip_http_redirect", "apikey", "flow_type"],
  ...["state", "nonce", "scope", "client_id", "client_secret", "redirect_uri"],
  ...["response_type", "response_mode", "request", "request_uri", "registration"],
]);

/** The provider that the request names; refused if the project does not have it. */
export const requestedProvider = (auth: Auth, call: Call): Provider => {
  const name = call.url.searchParams.get("provider") ?? "";
  const provider = auth.providers.find(name.toLowerCase());
  if (provider) return provider;
  const disabled =
    auth.config.external[name.toLowerCase()]?.enabled === false ||
    KNOWN.includes(name.toLowerCase());
  throw refuse("validation_failed", {
    message: disabled
      ? "Unsupported provider: provider is not enabled"
      : `Unsupported provider: Provider ${name.slice(0, 64)} could not be found`,
  });
};

const paramsOf = (query: URLSearchParams): Record<string, string> => {
  const params = [...query].filter(([name]) => !OURS.has(name));
  const fits = ([name, value]: [string, string]) =>
    name.length <= 64 && value.length <= LONGEST_PARAM;
  if (params.length > MOST_PARAMS || !params.every(fits)) {
    throw refuse("validation_failed", { message: "Too many or too long query parameters" });
  }
  return Object.fromEntries(params);
};

/**
 * Starts a sign-in at the provider: stores it under a state that works once, and returns the browser's next
 * address. With `linkTo` the returning person is added to that account.
 */
export const startFlow = async (
  auth: Auth,
  call: Call,
  provider: Provider,
  linkTo: string | null,
): Promise<{ url: string; state: string }> => {
  const query = call.url.searchParams;
  const challenge = challengeOf({
    code_challenge: query.get("code_challenge") ?? "",
    code_challenge_method: query.get("code_challenge_method") ?? "",
  });
  const authorization = {
    state: randomUUID(),
    verifier: randomBytes(32).toString("base64url"),
    scopes: (query.get("scopes") ?? "").split(/[\s,]+/).filter(Boolean),
    params: paramsOf(query),
  };
  if (authorization.scopes.join(" ").length > LONGEST_PARAM) {
    throw refuse("validation_failed", { message: "Too many scopes" });
  }
  const url = await provider.startUrl(authorization).catch((cause: unknown) => {
    throw refuse("provider_unreachable", { cause });
  });
  await auth.core.db.query(
    `with client as (
       insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
       values (gen_random_uuid(), $2, $3, $4) returning id
     )
     insert into auth.flow_state (id, provider_type, authentication_method, code_challenge_method,
       code_challenge, referrer, oauth_client_state_id, linking_target_id, email_optional,
       created_at, updated_at)
     select $1::uuid, $2, 'oauth', $5::auth.code_challenge_method, $6, $7, client.id, $8::uuid, $9, $4, $4
       from client`,
    [
      authorization.state,
      provider.name,
      authorization.verifier,
      timestamp(auth),
      challenge?.method ?? null,
      challenge?.challenge ?? null,
      redirectOf(call.request, call.url, auth.config),
      linkTo,
      provider.emailOptional,
    ],
  );
  return { url, state: authorization.state };
};

/** A sign-in from which the person has returned. */
export interface Flow {
  id: string;
  provider: string;
  verifier: string;
  /** Checked when the sign-in started. */
  redirectTo: string;
  linkTo: string | null;
  pkce: boolean;
}

/** Takes the sign-in of a state, once; null if it is unknown, taken or too old. */
export const takeFlow = async (auth: Auth, state: string): Promise<Flow | null> => {
  if (!isUuid(state)) return null;
  const [row] = await auth.core.db.query<{
    provider: string;
    verifier: string;
    referrer: string;
    link_to: string | null;
    pkce: boolean;
  }>(
    `with taken as (
       delete from auth.oauth_client_states c using auth.flow_state f
       where f.id = $1 and f.oauth_client_state_id = c.id and c.created_at > $2
       returning c.code_verifier, f.provider_type, f.referrer, f.linking_target_id, f.code_challenge
     )
     select provider_type as provider, code_verifier as verifier, referrer,
            linking_target_id as link_to, code_challenge is not null as pkce from taken`,
    [state, timestamp(auth, -FLOW_LIFETIME)],
  );
  return row
    ? {
        id: state,
        provider: row.provider,
        verifier: row.verifier,
        redirectTo: row.referrer,
        linkTo: row.link_to,
        pkce: row.pkce,
      }
    : null;
};

/** The PKCE code for the application. It waits for the verifier, with the provider's tokens. */
export const finishFlow = async (
  auth: Auth,
  tx: Queryable,
  flow: Flow,
  userId: string,
  grant: Grant,
): Promise<string> => {
  const code = randomUUID();
  await tx.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = $4,
       provider_access_token = $5, provider_refresh_token = $6, updated_at = $4
     where id = $1`,
    [flow.id, userId, code, timestamp(auth), grant.accessToken, grant.refreshToken],
  );
  return code;
};

// The returning browser must be the one that left. Otherwise a person could finish their own sign-in in
// another's browser, whose user would then use the account as if it were theirs (RFC 6749 10.12).

const cookieName = (state: string) => `sb-flow-${state.slice(0, 8)}`;
const cookieValue = (auth: Auth, state: string) =>
  createHmac("sha256", auth.core.keys.serviceRole).update(`flow:${state}`).digest("base64url");

const cookie = (auth: Auth, state: string, value: string, seconds: number): string => {
  const { protocol, pathname } = new URL(`${auth.core.publicUrl}/auth/v1/callback`);
  // Apple returns with a POST from its own page, which only `None` allows.
  const site = protocol === "https:" ? "SameSite=None; Secure" : "SameSite=Lax";
  return `${cookieName(state)}=${value}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; ${site}`;
};

/** Sets the cookie in the browser that leaves for the provider. */
export const markBrowser = (auth: Auth, state: string): string =>
  cookie(auth, state, cookieValue(auth, state), FLOW_LIFETIME);

/** Removes the cookie. */
export const unmarkBrowser = (auth: Auth, state: string): string => cookie(auth, state, "", 0);

/**
 * Whether this browser may be the one that left. Browsers identify themselves (`sec-fetch-mode`, which no
 * page can forge) and must have the cookie; other clients (tests, tools) have no user to deceive. A sign-in
 * that a script started to link an account could not set the cookie and is accepted, as in GoTrue.
 */
export const isSameBrowser = (auth: Auth, request: Request, flow: Flow): boolean => {
  if (flow.linkTo !== null || !request.headers.has("sec-fetch-mode")) return true;
  const prefix = `${cookieName(flow.id)}=`;
  const found = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((part) => part.startsWith(prefix));
  return found !== undefined && sameSecret(found.slice(prefix.length), cookieValue(auth, flow.id));
};
