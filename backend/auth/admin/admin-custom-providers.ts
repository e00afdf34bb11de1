import { json } from "#backend/core/http/http.ts";
import { type Auth, type Call, type Endpoint, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import type { CustomProvider } from "../oauth/providers/custom.ts";
import {
  CustomProviderBody,
  checkIdentifier,
  checkNewProvider,
  checkProvider,
  ENDPOINTS,
  type GivenProvider,
  invalid,
} from "../oauth/providers/custom-rules.ts";
import { createIdTokens } from "../oauth/providers/id-token.ts";
import { ProviderError } from "../oauth/providers/wire.ts";
import { readJson } from "../request.ts";

/** The issuer's own description, which must contain everything that signing in needs. */
const discover = async (auth: Auth, issuer: string, discoveryUrl: string | null) => {
  const url = discoveryUrl || `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  try {
    const tokens = createIdTokens(issuer, auth.core.clock, { discoveryUrl });
    const discovery = await tokens.discover();
    const missing = (["authorization_endpoint", "token_endpoint"] as const).filter(
      (key) => !discovery[key],
    );
    if (missing.length > 0)
      throw new ProviderError(`missing required fields: ${missing.join(", ")}`);
    return discovery;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw invalid(`OIDC discovery from "${url}" failed: ${error.message}`);
  }
};

const COLUMNS = `provider_type, identifier, name, client_id, client_secret, acceptable_client_ids,
  scopes, custom_claims_allowlist, pkce_enabled, attribute_mapping, authorization_params, enabled,
  email_optional, skip_nonce_check, issuer, discovery_url, cached_discovery, discovery_cached_at,
  authorization_url, token_url, userinfo_url, jwks_uri, created_at, updated_at`;
const VALUES = `select ${COLUMNS}
  from jsonb_populate_record(null::auth.custom_oauth_providers, $1::jsonb)`;

/** A row with the given values replaced. */
const merged = async (
  auth: Auth,
  before: Partial<CustomProvider>,
  given: GivenProvider,
): Promise<Record<string, unknown>> => {
  const type = before.provider_type ?? given.provider_type;
  const own: readonly string[] = type === "oidc" ? ENDPOINTS.oidc : ENDPOINTS.oauth2;
  const address = (key: (typeof ENDPOINTS)["oidc" | "oauth2"][number]) =>
    own.includes(key) ? given[key] || (before[key] ?? null) : null;
  const [issuer, discovery_url] = [address("issuer"), address("discovery_url")];
  const issuerToCheck = type === "oidc" && issuer && (given.issuer || given.discovery_url);
  const discovery = issuerToCheck
    ? await discover(auth, issuer, discovery_url)
    : before.cached_discovery;
  const scopes = given.scopes ?? before.scopes ?? [];
  const now = timestamp(auth);
  return {
    provider_type: type,
    identifier: before.identifier ?? given.identifier,
    name: given.name || before.name,
    client_id: given.client_id || before.client_id,
    client_secret: given.client_secret || before.client_secret,
    acceptable_client_ids: given.acceptable_client_ids ?? before.acceptable_client_ids ?? [],
    scopes: type === "oidc" && !scopes.includes("openid") ? ["openid", ...scopes] : scopes,
    custom_claims_allowlist: given.custom_claims_allowlist ?? before.custom_claims_allowlist ?? [],
    pkce_enabled: given.pkce_enabled ?? before.pkce_enabled ?? true,
    attribute_mapping: given.attribute_mapping ?? before.attribute_mapping ?? {},
    authorization_params: given.authorization_params ?? before.authorization_params ?? {},
    enabled: given.enabled ?? before.enabled ?? true,
    email_optional: given.email_optional ?? before.email_optional ?? false,
    skip_nonce_check:
      type === "oidc" && (given.skip_nonce_check ?? before.skip_nonce_check ?? false),
    issuer,
    discovery_url,
    cached_discovery: discovery ?? null,
    discovery_cached_at: issuerToCheck ? now : (before.discovery_cached_at ?? null),
    authorization_url: address("authorization_url"),
    token_url: address("token_url"),
    userinfo_url: address("userinfo_url"),
    jwks_uri: address("jwks_uri"),
    created_at: before.created_at ?? now,
    updated_at: now,
  };
};

/** The provider as the API shows it: without its secret, and without fields that its kind lacks. */
const toJson = (row: CustomProvider): Record<string, unknown> => {
  const { client_secret: _, cached_discovery, discovery_cached_at: __, ...shown } = row;
  return {
    ...shown,
    issuer: row.issuer ?? undefined,
    discovery_url: row.discovery_url ?? undefined,
    authorization_url: row.authorization_url ?? undefined,
    token_url: row.token_url ?? undefined,
    userinfo_url: row.userinfo_url ?? undefined,
    jwks_uri: row.jwks_uri ?? undefined,
    discovery_document: cached_discovery ?? undefined,
  };
};

const find = async (auth: Auth, identifier: string): Promise<CustomProvider | undefined> => {
  const [row] = await auth.core.db.query<CustomProvider>(
    "select * from auth.custom_oauth_providers where identifier = $1",
    [identifier],
  );
  return row;
};

const named = async (auth: Auth, { params }: Call): Promise<CustomProvider> => {
  const { identifier = "" } = params;
  checkIdentifier(identifier);
  const row = await find(auth, identifier);
  if (!row) throw refuse("custom_provider_not_found");
  return row;
};

/** GET /admin/custom-providers?type=: newest first. */
export const adminCustomProvidersList: Endpoint = async (auth, call) => {
  const type = call.url.searchParams.get("type") || null;
  if (type && type !== "oauth2" && type !== "oidc")
    throw invalid("type must be either 'oauth2' or 'oidc'");
  const rows = await auth.core.db.query<CustomProvider>(
    `select * from auth.custom_oauth_providers where $1::text is null or provider_type = $1
     order by created_at desc`,
    [type],
  );
  return json({ providers: rows.map(toJson) });
};

/** GET /admin/custom-providers/:identifier */
export const adminCustomProvidersGet: Endpoint = async (auth, call) =>
  json(toJson(await named(auth, call)));

/** POST /admin/custom-providers: adds a sign-in provider of the operator's own. */
export const adminCustomProvidersCreate: Endpoint = async (auth, call) => {
  const given = await readJson(call.request, CustomProviderBody);
  checkNewProvider(given);
  checkProvider(given);
  if (await find(auth, given.identifier)) throw refuse("custom_provider_exists");
  const [made] = await auth.core.db.query<CustomProvider>(
    `insert into auth.custom_oauth_providers (${COLUMNS}) ${VALUES}
     on conflict (identifier) do nothing returning *`,
    [JSON.stringify(await merged(auth, {}, given))],
  );
  if (!made) throw refuse("custom_provider_exists");
  return json(toJson(made), 201);
};

/** PUT /admin/custom-providers/:identifier: changes the given fields. */
export const adminCustomProvidersUpdate: Endpoint = async (auth, call) => {
  const before = await named(auth, call);
  const given = await readJson(call.request, CustomProviderBody);
  checkProvider(given);
  const [changed] = await auth.core.db.query<CustomProvider>(
    `update auth.custom_oauth_providers set (${COLUMNS}) = (${VALUES}) where id = $2 returning *`,
    [JSON.stringify(await merged(auth, before, given)), before.id],
  );
  if (!changed) throw refuse("custom_provider_not_found");
  return json(toJson(changed));
};

/**
 * DELETE /admin/custom-providers/:identifier: nobody can sign in through it any more; the accounts remain.
 */
export const adminCustomProvidersDelete: Endpoint = async (auth, call) => {
  const { id } = await named(auth, call);
  await auth.core.db.query("delete from auth.custom_oauth_providers where id = $1", [id]);
  return new Response(null, { status: 204 });
};
