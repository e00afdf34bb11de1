import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import type { Clock } from "#backend/core/clock.ts";
import { parseJson } from "#backend/core/http/parse.ts";
import { authorizationUrl, nonceOf } from "./authorization-url.ts";
import { checkAccessToken, checkNonce, createIdTokens, type IdTokens } from "./id-token.ts";
import {
  type ExternalProfile,
  exchangeCode,
  fact,
  facts,
  type Provider,
  type ProviderConfig,
  subjectOf,
} from "./provider.ts";
import { fetchProvider, ProviderError } from "./wire.ts";

type Claims = Record<string, unknown>;

/** Peculiarities of the well-known providers. */
export interface Manners {
  issuer: string;
  /** Other spellings of the issuer in its tokens. */
  aliases?: string[];
  scopes: string[];
  params?: Record<string, string>;
  /** Whether the provider vouches for the address; by `email_verified` by default. */
  vouches?: (claims: Claims) => boolean;
  custom?: readonly string[];
}

type Reading = Pick<Manners, "vouches" | "custom">;

/** Apple sends it as a text. */
const isTrue = (value: unknown) => value === true || value === "true";

/** The person of a verified ID token (OpenID Connect Core 1.0 section 5.1). */
const profileOf = (claims: Claims, manners: Reading): ExternalProfile => {
  const subject = subjectOf(claims.sub);
  const email = fact(claims.email);
  const vouches = manners.vouches ?? (({ email_verified }: Claims) => isTrue(email_verified));
  const given = [fact(claims.given_name), fact(claims.family_name)].filter(Boolean).join(" ");
  const name = fact(claims.name) ?? fact(given);
  const custom = facts(
    Object.fromEntries((manners.custom ?? []).map((key) => [key, fact(claims[key])])),
  );
  return {
    subject,
    emails: email ? [{ email, verified: vouches(claims), primary: true }] : [],
    facts: facts({
      iss: fact(claims.iss),
      sub: subject,
      name,
      full_name: name,
      picture: fact(claims.picture),
      avatar_url: fact(claims.picture),
      preferred_username: fact(claims.preferred_username),
      user_name: fact(claims.preferred_username),
      provider_id: subject,
      custom_claims: Object.keys(custom).length > 0 ? custom : undefined,
    }),
  };
};

/** Apple's name of a new person, which no token contains: `{"name":{"firstName","lastName"}}`. */
const nameOf = (user: string | null): string | undefined => {
  if (!user || user.length > 4096) return undefined;
  try {
    const { name } = parseJson(user) as { name?: { firstName?: unknown; lastName?: unknown } };
    return fact([fact(name?.firstName), fact(name?.lastName)].filter(Boolean).join(" "));
  } catch {
    return undefined;
  }
};

/** Claims that only the userinfo endpoint has; it must describe the same person (section 5.3.2). */
const withUserinfo = async (
  tokens: IdTokens,
  claims: JWTPayload & { sub: string },
  accessToken: string,
): Promise<Claims> => {
  const { userinfo_endpoint: endpoint } = await tokens.discover();
  if (claims.email || !endpoint) return claims;
  const userinfo = (await fetchProvider(endpoint, {
    headers: { authorization: `Bearer ${accessToken}` },
  })) as Claims | null;
  if (userinfo?.sub !== claims.sub) throw new ProviderError(`${endpoint} speaks of somebody else`);
  return { ...userinfo, ...claims };
};

/** How an application proves that an ID token was made for it: the token has the nonce's SHA-256. */
const checkGivenNonce = (claims: JWTPayload, nonce: string) => {
  if (Boolean(claims.nonce) !== Boolean(nonce)) {
    throw new ProviderError("Passed nonce and nonce in id_token should either both exist or not.");
  }
  if (nonce) checkNonce(claims, createHash("sha256").update(nonce).digest("hex"));
};

/** Reads ID tokens that an application got by itself, for any of the project's clients. */
export const idTokenReader =
  (config: ProviderConfig, tokens: IdTokens, manners: Reading) =>
  async (
    idToken: string,
    given: { nonce: string; accessToken: string },
  ): Promise<ExternalProfile> => {
    const claims = await tokens.verify(idToken, config.clientIds);
    if (!config.skipNonceCheck) checkGivenNonce(claims, given.nonce);
    checkAccessToken(claims, idToken, given.accessToken);
    return profileOf(claims, manners);
  };

/** A provider with OpenID Connect; its issuer is all that is needed. */
export const oidcProvider = (config: ProviderConfig, manners: Manners, clock: Clock): Provider => {
  const tokens = createIdTokens(manners.issuer, clock, manners.aliases);
  return {
    name: config.name,
    emailOptional: config.emailOptional,

    async startUrl(request) {
      const { authorization_endpoint: endpoint } = await tokens.discover();
      if (!endpoint) throw new ProviderError(`${manners.issuer} has no authorization endpoint`);
      const { scopes, params } = manners;
      return authorizationUrl(endpoint, config, request, {
        scopes,
        params: { ...params, nonce: nonceOf(request.verifier) },
      });
    },

    async fetchProfile(returned, verifier) {
      const discovery = await tokens.discover();
      if (returned.issuer !== null && returned.issuer !== discovery.issuer) {
        throw new ProviderError(`Sent back by another issuer: ${returned.issuer}`);
      }
      if (!discovery.token_endpoint) {
        throw new ProviderError(`${manners.issuer} has no token endpoint`);
      }
      const methods = discovery.token_endpoint_auth_methods_supported;
      const grant = await exchangeCode(discovery.token_endpoint, config, {
        code: returned.code,
        verifier,
        basic: methods?.includes("client_secret_basic") && !methods.includes("client_secret_post"),
      });
      if (!grant.idToken) throw new ProviderError(`${manners.issuer} gave no ID token`);
      const claims = await tokens.verify(grant.idToken, [config.clientIds[0]]);
      if (!config.skipNonceCheck) checkNonce(claims, nonceOf(verifier));
      checkAccessToken(claims, grant.idToken, grant.accessToken);
      const person = profileOf(await withUserinfo(tokens, claims, grant.accessToken), manners);
      const name = nameOf(returned.user);
      return {
        grant,
        person: name ? { ...person, facts: { name, full_name: name, ...person.facts } } : person,
      };
    },

    readIdToken: idTokenReader(config, tokens, manners),
  };
};
