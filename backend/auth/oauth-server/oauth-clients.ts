import { createHash, randomBytes } from "node:crypto";
import type { Queryable, Row } from "#backend/core/database/database.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, type Call, type Endpoint, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import type { ClientToRegister, METHODS } from "./client-facts.ts";

/** A row of `auth.oauth_clients`. */
export interface OAuthClient extends Row {
  id: string;
  client_secret_hash: string | null;
  registration_type: string;
  redirect_uris: string;
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  client_type: "public" | "confidential";
  token_endpoint_auth_method: (typeof METHODS)[number];
  created_at: Date;
  updated_at: Date;
}

/** An application as the API shows it; its secret is shown only on creation. */
export const clientJson = (client: OAuthClient, secret?: string): Record<string, unknown> => ({
  client_id: client.id,
  client_secret: secret,
  client_type: client.client_type,
  redirect_uris: client.redirect_uris.split(","),
  token_endpoint_auth_method: client.token_endpoint_auth_method,
  grant_types: client.grant_types.split(","),
  response_types: ["code"],
  client_name: client.client_name || undefined,
  client_uri: client.client_uri || undefined,
  logo_uri: client.logo_uri || undefined,
  registration_type: client.registration_type,
  created_at: client.created_at.toISOString(),
  updated_at: client.updated_at.toISOString(),
});

/** The kind that the given facts imply; refuses an authentication method that the kind lacks. */
export const kindOf = (
  type: OAuthClient["client_type"] | undefined,
  method: OAuthClient["token_endpoint_auth_method"] | undefined,
): Pick<OAuthClient, "client_type" | "token_endpoint_auth_method"> => {
  const byMethod = method === "none" ? "public" : "confidential";
  const kind = type ?? byMethod;
  if (method && kind !== byMethod) {
    throw refuse("validation_failed", {
      message: `client_type '${kind}' is inconsistent with token_endpoint_auth_method '${method}' (expected client_type '${byMethod}')`,
    });
  }
  const usual = kind === "public" ? "none" : "client_secret_basic";
  return { client_type: kind, token_endpoint_auth_method: method ?? usual };
};

/** The stored hash of a secret or code: both are random enough to need no salt. */
export const hashOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** A new secret, and the hash that is stored. */
export const newSecret = (): { secret: string; hash: string } => {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: hashOf(secret) };
};

/** Registers an application; its secret, if it has one, is shown only this once. */
export const registerClient = async (
  auth: Auth,
  given: ClientToRegister,
  how: "manual" | "dynamic",
): Promise<{ client: OAuthClient; secret: string | undefined }> => {
  const kind = kindOf(given.client_type, given.token_endpoint_auth_method);
  const made = kind.client_type === "confidential" ? newSecret() : null;
  const [client] = await auth.core.db.query<OAuthClient>(
    `insert into auth.oauth_clients (id, client_secret_hash, registration_type, redirect_uris,
       grant_types, client_name, client_uri, logo_uri, client_type, token_endpoint_auth_method,
       created_at, updated_at)
     values (gen_random_uuid(), $1, $10, $2, $3, nullif($4, ''), nullif($5, ''), nullif($6, ''),
       $7, $8, $9, $9) returning *`,
    [
      made?.hash ?? null,
      given.redirect_uris.join(","),
      given.grant_types.join(","),
      given.client_name,
      given.client_uri,
      given.logo_uri,
      kind.client_type,
      kind.token_endpoint_auth_method,
      timestamp(auth),
      how,
    ],
  );
  if (!client) throw refuse("unexpected_failure");
  return { client, secret: made?.secret };
};

/** The application with this id; null if there is none or it was deleted. */
export const findClient = async (db: Queryable, id: string): Promise<OAuthClient | null> => {
  if (!isUuid(id)) return null;
  const [found] = await db.query<OAuthClient>(
    "select * from auth.oauth_clients where id = $1 and deleted_at is null",
    [id],
  );
  return found ?? null;
};

/** The application that the route's `:id` names. */
export const namedClient = async (db: Queryable, { params }: Call): Promise<OAuthClient> => {
  const { id = "" } = params;
  if (!isUuid(id)) throw refuse("validation_failed", { message: "invalid client_id format" });
  const found = await findClient(db, id);
  if (!found) throw refuse("oauth_client_not_found");
  return found;
};

/** These endpoints exist only in projects with `[auth.oauth_server] enabled = true`. */
export const ifOAuthServer =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    if (!auth.config.oauthServer.enabled) throw refuse("feature_disabled");
    return endpoint(auth, call);
  };
