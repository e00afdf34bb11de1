import { z } from "zod";
import { refuse } from "../../errors.ts";
import { metadata, text } from "../../request.ts";
import { CUSTOM } from "./custom.ts";
import { isSafeUrl } from "./wire.ts";

const list = (longest: number) => z.array(z.string().max(longest)).max(50).nullish();
const yesOrNo = z.boolean().nullish();

export const CustomProviderBody = z.object({
  provider_type: text(16),
  identifier: text(64),
  name: text(100),
  client_id: text(512),
  client_secret: text(4096),
  acceptable_client_ids: list(512),
  scopes: list(256),
  custom_claims_allowlist: list(256),
  pkce_enabled: yesOrNo,
  attribute_mapping: metadata,
  authorization_params: metadata,
  enabled: yesOrNo,
  email_optional: yesOrNo,
  skip_nonce_check: yesOrNo,
  issuer: text(2048),
  discovery_url: text(2048),
  authorization_url: text(2048),
  token_url: text(2048),
  userinfo_url: text(2048),
  jwks_uri: text(2048),
});
export type GivenProvider = z.output<typeof CustomProviderBody>;

const NAMES = /^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$/;

/** Parameters to a provider that are ours; the operator may not fix them. */
const RESERVED = [
  ...["client_id", "client_secret", "redirect_uri", "response_type", "state"],
  ...["code_challenge", "code_challenge_method", "code_verifier", "nonce"],
];

/** Data about a user that no provider may set. */
const PROTECTED = [
  ...["id", "aud", "role", "app_metadata", "created_at", "updated_at", "confirmed_at"],
  ...["email_confirmed_at", "phone_confirmed_at", "email_verified", "phone_verified"],
  ...["banned_until", "is_super_admin"],
];

export const invalid = (message: string) => refuse("validation_failed", { message });

/** An identifier in GoTrue's form. */
export const checkIdentifier = (identifier: string): void => {
  if (!identifier) throw invalid("identifier is required");
  if (!identifier.startsWith(CUSTOM))
    throw invalid(`identifier must start with 'custom:' prefix, e.g. 'custom:${identifier}'`);
};

export const ENDPOINTS = {
  oidc: ["issuer", "discovery_url"],
  oauth2: ["authorization_url", "token_url", "userinfo_url", "jwks_uri"],
} as const;

/** Refuses unusable values, in a new provider or a change. */
export const checkProvider = (given: GivenProvider): void => {
  for (const [key, value] of Object.entries(given.authorization_params ?? {})) {
    if (RESERVED.includes(key)) throw invalid(`Cannot override reserved OAuth parameter: ${key}`);
    if (typeof value !== "string")
      throw invalid(`Authorization parameter "${key}" must be a string`);
  }
  for (const key of Object.keys(given.attribute_mapping ?? {}))
    if (PROTECTED.includes(key)) throw invalid(`Cannot map to protected system field: ${key}`);
  if (given.custom_claims_allowlist?.some((key) => key.trim() === ""))
    throw invalid("custom_claims_allowlist entries must be non-empty strings");
  for (const key of [...ENDPOINTS.oidc, ...ENDPOINTS.oauth2])
    if (given[key] && (!isSafeUrl(given[key]) || /\s/.test(given[key])))
      throw invalid(`${key} must be an https URL`);
};

/** Refuses a new provider with missing values. */
export const checkNewProvider = (given: GivenProvider): void => {
  const { provider_type: type } = given;
  if (type !== "oauth2" && type !== "oidc")
    throw invalid("provider_type must be either 'oauth2' or 'oidc'");
  checkIdentifier(given.identifier);
  if (!NAMES.test(given.identifier)) throw invalid("identifier is not well-formed");
  for (const key of ["name", "client_id", "client_secret"] as const)
    if (!given[key]) throw invalid(`${key} is required`);
  const needed = type === "oidc" ? (["issuer"] as const) : ENDPOINTS.oauth2.slice(0, 3);
  for (const key of needed)
    if (!given[key])
      throw invalid(`${key} is required for ${type === "oidc" ? "OIDC" : "OAuth2"} providers`);
};
