import { createHash, timingSafeEqual } from "node:crypto";
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { Clock } from "#backend/core/clock.ts";
import { fetchProvider, isSafeUrl, ProviderError } from "./wire.ts";

/** A provider's own description (OpenID Connect Discovery 1.0 section 3), with the parts that we use. */
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().refine(isSafeUrl).optional(),
  token_endpoint: z.string().refine(isSafeUrl).optional(),
  jwks_uri: z.string().refine(isSafeUrl),
  userinfo_endpoint: z.string().refine(isSafeUrl).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Discovery = z.output<typeof Discovery>;

const CACHED_MS = 3600 * 1000;
const CLOCK_TOLERANCE = 30;

/** Signatures that need a key of the provider: neither `none` nor one from a shared secret. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA"],
];

/** Azure's issuer contains the token's tenant, which its description leaves open. */
const TENANT = "{tenantid}";

export interface IdTokens {
  discover(): Promise<Discovery>;
  /** The claims of a token of this issuer for one of the clients; throws ProviderError otherwise. */
  verify(idToken: string, clientIds: readonly string[]): Promise<JWTPayload & { sub: string }>;
}

/**
 * The ID tokens of one issuer. Its description is cached for an hour, its keys for as long as they work.
 */
export const createIdTokens = (
  issuer: string,
  clock: Clock,
  aliases: readonly string[] = [],
): IdTokens => {
  let known: { until: number; discovery: Promise<Discovery> } | null = null;
  let keys: { uri: string; find: ReturnType<typeof createRemoteJWKSet> } | null = null;

  const load = async (): Promise<Discovery> => {
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const read = Discovery.safeParse(await fetchProvider(url));
    if (!read.success) throw new ProviderError(`${url} is no description of a provider`);
    // Section 4.3: otherwise anybody could describe another's issuer.
    const named = read.data.issuer.replace(/\/$/, "");
    if (named !== issuer.replace(/\/$/, "") && !named.includes(TENANT)) {
      throw new ProviderError(`${url} describes ${named}`);
    }
    return read.data;
  };

  const discover = (): Promise<Discovery> => {
    if (known && known.until > clock.now()) return known.discovery;
    const discovery = load();
    const entry = { until: clock.now() + CACHED_MS, discovery };
    known = entry;
    discovery.catch(() => {
      if (known === entry) known = null;
    });
    return discovery;
  };

  const findKeys = (uri: string) => {
    if (keys?.uri !== uri) {
      const find = createRemoteJWKSet(new URL(uri), {
        [customFetch]: async (url: string) => Response.json(await fetchProvider(url)),
      });
      keys = { uri, find };
    }
    return keys.find;
  };

  return {
    discover,
    async verify(idToken, clientIds) {
      const discovery = await discover();
      let payload: JWTPayload;
      try {
        ({ payload } = await jwtVerify(idToken, findKeys(discovery.jwks_uri), {
          algorithms: ALGORITHMS,
          audience: [...clientIds],
          requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
          clockTolerance: CLOCK_TOLERANCE,
          currentDate: new Date(clock.now()),
        }));
      } catch (cause) {
        throw new ProviderError("The ID token is not valid", { cause });
      }
      const tenant = typeof payload.tid === "string" && /^[0-9a-f-]{36}$/.test(payload.tid);
      const expected = tenant
        ? discovery.issuer.replace(TENANT, String(payload.tid))
        : discovery.issuer;
      if (payload.iss !== expected && !aliases.includes(payload.iss ?? "")) {
        throw new ProviderError(`The ID token is of another issuer: ${payload.iss}`);
      }
      if (!payload.sub) throw new ProviderError("The ID token does not say who it is for");
      return { ...payload, sub: payload.sub };
    },
  };
};

const same = (a: string, b: string) => {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/** Refuses an access token that was not issued together with the ID token (OpenID Core 3.1.3.6). */
export const checkAccessToken = (
  claims: JWTPayload,
  idToken: string,
  accessToken: string,
): void => {
  if (typeof claims.at_hash !== "string" || !accessToken) return;
  const header = JSON.parse(Buffer.from(idToken.split(".")[0] ?? "", "base64url").toString()) as {
    alg: string;
  };
  const bits = /(256|384|512)$/.exec(header.alg)?.[1] ?? "512";
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  const half = digest.subarray(0, digest.length / 2).toString("base64url");
  if (!same(half, claims.at_hash)) {
    throw new ProviderError("The access token does not belong to the ID token");
  }
};

/** Refuses an ID token that was made for another sign-in. */
export const checkNonce = (claims: JWTPayload, expected: string): void => {
  if (typeof claims.nonce !== "string" || !same(claims.nonce, expected)) {
    throw new ProviderError("Nonces mismatch");
  }
};
