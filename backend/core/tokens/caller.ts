import type { Statement } from "../database/batch.ts";
import { HttpError } from "../errors.ts";
import type { RequestInfo } from "../http/http.ts";
import { networkOf } from "../http/network.ts";
import { type Claims, sameSecret, type Tokens } from "./tokens.ts";

/** The keys that identify an application, not a person: JWTs, and their newer opaque form. */
export interface ApiKeys {
  anon: string;
  serviceRole: string;
  /** `sb_publishable_…`, the same rights as `anon`. */
  publishable?: string;
  /** `sb_secret_…`, the same rights as `service_role`. */
  secret?: string;
}

/** Who a request acts for. */
export interface Caller {
  role: string;
  claims: Claims;
}

/**
 * Callers who share what one caller may have: a user, or all visitors from a network. The service key, and this
 * process's own pages, which it requests for many people, have no such limit.
 */
export const shareOf = ({ role, claims }: Caller, info: RequestInfo): string | undefined => {
  if (claims.sub) return claims.sub;
  return role === "service_role" || info.shared ? undefined : networkOf(info.ip);
};

const bearer = (request: Request): string | null => {
  const value = request.headers.get("authorization");
  return value && /^bearer /i.test(value) ? value.slice(7).trim() : null;
};

const applications = {
  anon: { role: "anon", claims: { role: "anon" } },
  service: { role: "service_role", claims: { role: "service_role" } },
} satisfies Record<string, Caller>;

const ofOpaqueKey = (key: string, keys: ApiKeys): Caller | null => {
  if (keys.publishable && sameSecret(key, keys.publishable)) return applications.anon;
  if (keys.secret && sameSecret(key, keys.secret)) return applications.service;
  return null;
};

/**
 * The caller: the bearer token if there is one, else the API key (header `apikey`, or the query parameter
 * of that name, which links in mails use). A request without any key is `anon` only where `keyless` allows
 * it. A token that is not ours is always 401.
 */
export const identify = async (
  request: Request,
  { tokens, keys, keyless = false }: { tokens: Tokens; keys: ApiKeys; keyless?: boolean },
): Promise<Caller> => {
  const apikey = request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey");
  const presented = bearer(request) ?? apikey;
  if (!presented) {
    if (keyless) return applications.anon;
    throw new HttpError({
      status: 401,
      code: "no_api_key",
      message: "No API key found in request",
      hint: "Send the project's public key in the `apikey` header.",
    });
  }
  if (presented.startsWith("sb_")) {
    const application = ofOpaqueKey(presented, keys);
    if (application) return application;
    throw new HttpError({ status: 401, code: "invalid_api_key", message: "Invalid API key" });
  }
  const claims = await tokens.verify(presented);
  return { role: claims.role ?? "anon", claims };
};

const texts = new WeakMap<Claims, string>();

/** The claims as JSON, encoded once for a cached token. */
export const claimsText = ({ claims }: Caller): string => {
  const known = texts.get(claims);
  if (known !== undefined) return known;
  const text = JSON.stringify(claims);
  texts.set(claims, text);
  return text;
};

/**
 * The statement that makes the rest of its transaction run as the caller. It must come first in every batch
 * on the `authenticator` connections. PostgreSQL refuses roles that are not granted to them.
 */
export const actAs = (caller: Caller): Statement => ({
  name: "act_as",
  text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
  values: [caller.role, claimsText(caller)],
});
