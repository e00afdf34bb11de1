import { z } from "zod";
import { json } from "#backend/kernel/http.ts";
import { type Auth, type Call, type Endpoint, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { CUSTOM, type CustomProvider } from "../providers/custom.ts";
import { createIdTokens } from "../providers/id-token.ts";
import { isSafeUrl, ProviderError } from "../providers/wire.ts";
import { metadata, readJson, text } from "../request.ts";

const list = (longest: number) => z.array(z.string().max(longest)).max(50).nullish();
const yesOrNo = z.boolean().nullish();

const Body = z.object({
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
type Given = z.output<typeof Body>;

const NAMES = /^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$/;

/** What is ours to say to a provider, of which the operator may set nothing for good. */
const RESERVED = [
  ...["client_id", "client_secret", "redirect_uri", "response_type", "state"],
  ...["code_challenge", "code_challenge_method", "code_verifier", "nonce"],
];

/** What no provider may say of a user. */
const PROTECTED = [
  ...["id", "aud", "role", "app_metadata", "created_at", "updated_at", "confirmed_at"],
  ...["email_confirmed_at", "phone_confirmed_at", "email_verified", "phone_verified"],
  ...["banned_until", "is_super_admin"],
];

const wrong = (message: string) => refuse("validation_failed", { message });

/** An identifier as GoTrue takes it. */
const checkName = (identifier: string): void => {
  if (!identifier) throw wrong("identifier is required");
  if (!identifier.startsWith(CUSTOM))
    throw wrong(`identifier must start with 'custom:' prefix, e.g. 'custom:${identifier}'`);
};

const ENDPOINTS = {
  oidc: ["issuer", "discovery_url"],
  oauth2: ["authorization_url", "token_url", "userinfo_url", "jwks_uri"],
} as const;

/** Refuses what cannot be used, whether it is new or a change. */
const check = (given: Given): void => {
  for (const [key, value] of Object.entries(given.authorization_params ?? {})) {
    if (RESERVED.includes(key)) throw wrong(`Cannot override reserved OAuth parameter: ${key}`);
    if (typeof value !== "string") throw wrong(`Authorization parameter "${key}" must be a string`);
  }
  for (const key of Object.keys(given.attribute_mapping ?? {}))
    if (PROTECTED.includes(key)) throw wrong(`Cannot map to protected system field: ${key}`);
  if (given.custom_claims_allowlist?.some((key) => key.trim() === ""))
    throw wrong("custom_claims_allowlist entries must be non-empty strings");
  for (const key of [...ENDPOINTS.oidc, ...ENDPOINTS.oauth2])
    if (given[key] && (!isSafeUrl(given[key]) || /\s/.test(given[key])))
      throw wrong(`${key} must be an https URL`);
};

/** Refuses a new one that lacks something. */
const checkNew = (given: Given): void => {
  const { provider_type: type } = given;
  if (type !== "oauth2" && type !== "oidc")
    throw wrong("provider_type must be either 'oauth2' or 'oidc'");
  checkName(given.identifier);
  if (!NAMES.test(given.identifier)) throw wrong("identifier is not well-formed");
  for (const key of ["name", "client_id", "client_secret"] as const)
    if (!given[key]) throw wrong(`${key} is required`);
  const needed = type === "oidc" ? (["issuer"] as const) : ENDPOINTS.oauth2.slice(0, 3);
  for (const key of needed)
    if (!given[key])
      throw wrong(`${key} is required for ${type === "oidc" ? "OIDC" : "OAuth2"} providers`);
};

/** What the issuer says of itself, which must be enough to sign in by. */
const discover = async (auth: Auth, issuer: string, discoveryUrl: string | null) => {
  const url = discoveryUrl || `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  try {
    const tokens = createIdTokens(issuer, auth.kernel.clock, { discoveryUrl });
    const discovery = await tokens.discover();
    const missing = (["authorization_endpoint", "token_endpoint"] as const).filter(
      (key) => !discovery[key],
    );
    if (missing.length > 0)
      throw new ProviderError(`missing required fields: ${missing.join(", ")}`);
    return discovery;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw wrong(`OIDC discovery from "${url}" failed: ${error.message}`);
  }
};

const COLUMNS = `provider_type, identifier, name, client_id, client_secret, acceptable_client_ids,
  scopes, custom_claims_allowlist, pkce_enabled, attribute_mapping, authorization_params, enabled,
  email_optional, skip_nonce_check, issuer, discovery_url, cached_discovery, discovery_cached_at,
  authorization_url, token_url, userinfo_url, jwks_uri, created_at, updated_at`;
const VALUES = `select ${COLUMNS}
  from jsonb_populate_record(null::auth.custom_oauth_providers, $1::jsonb)`;

/** A row with what is given in place of what it had. */
const merged = async (
  auth: Auth,
  before: Partial<CustomProvider>,
  given: Given,
): Promise<Record<string, unknown>> => {
  const type = before.provider_type ?? given.provider_type;
  const own: readonly string[] = type === "oidc" ? ENDPOINTS.oidc : ENDPOINTS.oauth2;
  const address = (key: (typeof ENDPOINTS)["oidc" | "oauth2"][number]) =>
    own.includes(key) ? given[key] || (before[key] ?? null) : null;
  const [issuer, discovery_url] = [address("issuer"), address("discovery_url")];
  const asked = type === "oidc" && issuer && (given.issuer || given.discovery_url);
  const discovery = asked ? await discover(auth, issuer, discovery_url) : before.cached_discovery;
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
    discovery_cached_at: asked ? now : (before.discovery_cached_at ?? null),
    authorization_url: address("authorization_url"),
    token_url: address("token_url"),
    userinfo_url: address("userinfo_url"),
    jwks_uri: address("jwks_uri"),
    created_at: before.created_at ?? now,
    updated_at: now,
  };
};

/** As the API shows it: its secret is never told, and what its kind does not have is left out. */
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
  const [row] = await auth.kernel.db.query<CustomProvider>(
    "select * from auth.custom_oauth_providers where identifier = $1",
    [identifier],
  );
  return row;
};

const named = async (auth: Auth, { params }: Call): Promise<CustomProvider> => {
  const { identifier = "" } = params;
  checkName(identifier);
  const row = await find(auth, identifier);
  if (!row) throw refuse("custom_provider_not_found");
  return row;
};

/** GET /admin/custom-providers?type=: newest first. */
export const adminCustomProvidersList: Endpoint = async (auth, call) => {
  const type = call.url.searchParams.get("type") || null;
  if (type && type !== "oauth2" && type !== "oidc")
    throw wrong("type must be either 'oauth2' or 'oidc'");
  const rows = await auth.kernel.db.query<CustomProvider>(
    `select * from auth.custom_oauth_providers where $1::text is null or provider_type = $1
     order by created_at desc`,
    [type],
  );
  return json({ providers: rows.map(toJson) });
};

/** GET /admin/custom-providers/:identifier */
export const adminCustomProvidersGet: Endpoint = async (auth, call) =>
  json(toJson(await named(auth, call)));

/** POST /admin/custom-providers: lets people in by a provider of the operator's own. */
export const adminCustomProvidersCreate: Endpoint = async (auth, call) => {
  const given = await readJson(call.request, Body);
  checkNew(given);
  check(given);
  if (await find(auth, given.identifier)) throw refuse("custom_provider_exists");
  const [made] = await auth.kernel.db.query<CustomProvider>(
    `insert into auth.custom_oauth_providers (${COLUMNS}) ${VALUES}
     on conflict (identifier) do nothing returning *`,
    [JSON.stringify(await merged(auth, {}, given))],
  );
  if (!made) throw refuse("custom_provider_exists");
  return json(toJson(made), 201);
};

/** PUT /admin/custom-providers/:identifier: changes what is given. */
export const adminCustomProvidersUpdate: Endpoint = async (auth, call) => {
  const before = await named(auth, call);
  const given = await readJson(call.request, Body);
  check(given);
  const [changed] = await auth.kernel.db.query<CustomProvider>(
    `update auth.custom_oauth_providers set (${COLUMNS}) = (${VALUES}) where id = $2 returning *`,
    [JSON.stringify(await merged(auth, before, given)), before.id],
  );
  if (!changed) throw refuse("custom_provider_not_found");
  return json(toJson(changed));
};

/** DELETE /admin/custom-providers/:identifier: nobody can sign in there any more; their accounts stay. */
export const adminCustomProvidersDelete: Endpoint = async (auth, call) => {
  const { id } = await named(auth, call);
  await auth.kernel.db.query("delete from auth.custom_oauth_providers where id = $1", [id]);
  return new Response(null, { status: 204 });
};
