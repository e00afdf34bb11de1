import { json } from "#backend/core/http/http.ts";
import { type Endpoint, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { ClientChanges, ClientToRegister } from "../oauth-server/client-facts.ts";
import {
  clientJson,
  kindOf,
  namedClient,
  newSecret,
  type OAuthClient,
  registerClient,
} from "../oauth-server/oauth-clients.ts";
import { readJson } from "../request.ts";
import { pageHeaders, pageOf } from "./paging.ts";

/** GET /admin/oauth/clients?page=&per_page=: newest first. */
export const adminOAuthClientsList: Endpoint = async ({ core }, call) => {
  const page = pageOf(call);
  const [counted] = await core.db.query<{ total: string }>(
    "select count(*) as total from auth.oauth_clients where deleted_at is null",
  );
  const clients = await core.db.query<OAuthClient>(
    `select * from auth.oauth_clients where deleted_at is null
      order by created_at desc, id limit $1 offset $2`,
    [page.size, (page.number - 1) * page.size],
  );
  return json(
    { clients: clients.map((client) => clientJson(client)) },
    200,
    pageHeaders(call, page, Number(counted?.total ?? 0)),
  );
};

/** GET /admin/oauth/clients/:id */
export const adminOAuthClientsGet: Endpoint = async ({ core }, call) =>
  json(clientJson(await namedClient(core.db, call)));

/** POST /admin/oauth/clients: registers an application; the secret is shown only this once. */
export const adminOAuthClientsCreate: Endpoint = async (auth, call) => {
  const given = await readJson(call.request, ClientToRegister);
  const { client, secret } = await registerClient(auth, given, "manual");
  return json(clientJson(client, secret), 201);
};

/** PUT /admin/oauth/clients/:id: changes the given fields. */
export const adminOAuthClientsUpdate: Endpoint = async (auth, call) => {
  const client = await namedClient(auth.core.db, call);
  const given = await readJson(call.request, ClientChanges);
  if (Object.keys(given).length === 0) {
    throw refuse("validation_failed", { message: "No fields provided for update" });
  }
  kindOf(client.client_type, given.token_endpoint_auth_method);
  const [changed] = await auth.core.db.query<OAuthClient>(
    `update auth.oauth_clients set redirect_uris = coalesce($2, redirect_uris),
       grant_types = coalesce($3, grant_types), client_name = coalesce($4, client_name),
       client_uri = coalesce($5, client_uri), logo_uri = coalesce($6, logo_uri),
       token_endpoint_auth_method = coalesce($7, token_endpoint_auth_method), updated_at = $8
     where id = $1 returning *`,
    [
      client.id,
      given.redirect_uris?.join(",") ?? null,
      given.grant_types?.join(",") ?? null,
      given.client_name ?? null,
      given.client_uri ?? null,
      given.logo_uri ?? null,
      given.token_endpoint_auth_method ?? null,
      timestamp(auth),
    ],
  );
  if (!changed) throw refuse("oauth_client_not_found");
  return json(clientJson(changed));
};

/**
 * DELETE /admin/oauth/clients/:id: the row is marked as deleted, because its grants refer to it; its
 * sessions end at once.
 */
export const adminOAuthClientsDelete: Endpoint = async (auth, call) => {
  const { id } = await namedClient(auth.core.db, call);
  await auth.core.db.transaction(async (tx) => {
    await tx.query("update auth.oauth_clients set deleted_at = $2 where id = $1", [
      id,
      timestamp(auth),
    ]);
    await tx.query("delete from auth.sessions where oauth_client_id = $1", [id]);
  });
  return new Response(null, { status: 204 });
};

/** POST /admin/oauth/clients/:id/regenerate_secret: the old secret becomes invalid. */
export const adminOAuthClientsRegenerate: Endpoint = async (auth, call) => {
  const client = await namedClient(auth.core.db, call);
  if (client.client_type !== "confidential") {
    throw refuse("validation_failed", { message: "Cannot regenerate secret for public client" });
  }
  const { secret, hash } = newSecret();
  await auth.core.db.query(
    "update auth.oauth_clients set client_secret_hash = $2, updated_at = $3 where id = $1",
    [client.id, hash, timestamp(auth)],
  );
  return json(clientJson(await namedClient(auth.core.db, call), secret));
};
