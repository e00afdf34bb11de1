import type { Core } from "#backend/core/core.ts";
import type { Row } from "#backend/core/database/database.ts";
import { authorizationUrl } from "./authorization-url.ts";
import { type Claims, type Manners, oidcProvider, profileOf } from "./oidc.ts";
import { exchangeCode, type Provider, type ProviderConfig } from "./provider.ts";
import { fetchProvider, ProviderError } from "./wire.ts";

/** The prefix of providers that the operator added. */
export const CUSTOM = "custom:";

/** A row of `auth.custom_oauth_providers`. */
export interface CustomProvider extends Row {
  id: string;
  provider_type: "oauth2" | "oidc";
  identifier: string;
  name: string;
  client_id: string;
  client_secret: string;
  acceptable_client_ids: string[];
  scopes: string[];
  custom_claims_allowlist: string[];
  pkce_enabled: boolean;
  attribute_mapping: Record<string, unknown>;
  authorization_params: Record<string, string>;
  enabled: boolean;
  email_optional: boolean;
  issuer: string | null;
  discovery_url: string | null;
  skip_nonce_check: boolean;
  cached_discovery: Record<string, unknown> | null;
  discovery_cached_at: Date | null;
  authorization_url: string | null;
  token_url: string | null;
  userinfo_url: string | null;
  jwks_uri: string | null;
  created_at: Date;
  updated_at: Date;
}

/** One with OAuth 2.0 alone: an address opened with the access token identifies the person. */
const oauthProvider = (
  row: CustomProvider,
  config: ProviderConfig,
  manners: Omit<Manners, "issuer">,
): Provider => {
  const { authorization_url: authorize, token_url: token, userinfo_url: userinfo } = row;
  if (!authorize || !token || !userinfo)
    throw new ProviderError(`${row.identifier} lacks an address`);
  return {
    name: config.name,
    emailOptional: config.emailOptional,
    startUrl: async (request) => authorizationUrl(authorize, config, request, manners),
    async fetchProfile({ code }, verifier) {
      const grant = await exchangeCode(token, config, { code, verifier });
      const headers = { authorization: `Bearer ${grant.accessToken}` };
      const claims = (await fetchProvider(userinfo, { headers })) as Claims | null;
      return { grant, person: profileOf(claims ?? {}, manners) };
    },
    readIdToken: null,
  };
};

const build = (row: CustomProvider, { publicUrl, clock }: Core): Provider => {
  const config: ProviderConfig = {
    name: row.identifier,
    clientIds: [row.client_id, ...row.acceptable_client_ids],
    secret: row.client_secret,
    url: row.issuer,
    redirectUri: `${publicUrl}/auth/v1/callback`,
    skipNonceCheck: row.skip_nonce_check,
    emailOptional: row.email_optional,
    pkce: row.pkce_enabled,
  };
  const manners = {
    scopes: row.scopes,
    params: row.authorization_params,
    mapping: row.attribute_mapping,
    verbatim: row.custom_claims_allowlist,
  };
  return row.provider_type === "oidc" && row.issuer
    ? oidcProvider(
        config,
        { ...manners, issuer: row.issuer, discoveryUrl: row.discovery_url },
        clock,
      )
    : oauthProvider(row, config, manners);
};

/** The providers that the operator added by the API; each is rebuilt after a change. */
export const createCustomProviders = (
  core: Core,
): { find(identifier: string): Promise<Provider | null> } => {
  const built = new Map<string, { changed: number; provider: Provider }>();
  return {
    async find(identifier) {
      const [row] = await core.db.query<CustomProvider>(
        "select * from auth.custom_oauth_providers where identifier = $1 and enabled",
        [identifier],
      );
      if (!row) {
        built.delete(identifier);
        return null;
      }
      const changed = row.updated_at.getTime();
      const known = built.get(identifier);
      if (known?.changed === changed) return known.provider;
      const provider = build(row, core);
      built.set(identifier, { changed, provider });
      return provider;
    },
  };
};
