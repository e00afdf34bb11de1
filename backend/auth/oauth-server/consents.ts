import type { Queryable, Row } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import type { OAuthClient } from "./oauth-clients.ts";
import { scopesOf } from "./scopes.ts";

/** The facts about an application that the deciding person sees. */
export const applicationJson = (
  client: Pick<OAuthClient, "id" | "client_name" | "client_uri" | "logo_uri">,
): Record<string, unknown> => ({
  id: client.id,
  name: client.client_name || undefined,
  uri: client.client_uri || undefined,
  logo_uri: client.logo_uri || undefined,
});

/**
 * What a person shares with an application; empty without consent. The consent is locked, so nobody
 * withdraws it meanwhile.
 */
export const consentedScopes = async (
  tx: Queryable,
  userId: string,
  clientId: string,
): Promise<string[]> => {
  const [consent] = await tx.query<{ scopes: string }>(
    `select scopes from auth.oauth_consents
      where user_id = $1 and client_id = $2 and revoked_at is null for share`,
    [userId, clientId],
  );
  return scopesOf(consent?.scopes ?? "");
};

/** Stores the consent, together with earlier scopes that are still in force. */
export const rememberConsent = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  clientId: string,
  scopes: string[],
): Promise<void> => {
  const all = new Set([...(await consentedScopes(tx, userId, clientId)), ...scopes]);
  await tx.query(
    `insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
     values (gen_random_uuid(), $1, $2, $3, $4)
     on conflict (user_id, client_id) do update
       set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`,
    [userId, clientId, [...all].join(" "), timestamp(auth)],
  );
};

/** A consent in force, with its application. */
interface Consent extends Row, Pick<OAuthClient, "client_name" | "client_uri" | "logo_uri"> {
  client_id: string;
  scopes: string;
  granted_at: Date;
}

/** Everything that a person has consented to, newest first. */
export const consentsOf = (db: Queryable, userId: string): Promise<Consent[]> =>
  db.query<Consent>(
    `select g.client_id, g.scopes, g.granted_at, c.client_name, c.client_uri, c.logo_uri
       from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id
      where g.user_id = $1 and g.revoked_at is null and c.deleted_at is null
      order by g.granted_at desc, g.client_id`,
    [userId],
  );

/** Withdraws a consent, with the sessions and open requests that depend on it; false if there is none. */
export const revokeConsent = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  clientId: string,
): Promise<boolean> => {
  // Waits for a code that is being exchanged, so that its session is seen below.
  await tx.query(
    "select from auth.oauth_authorizations where user_id = $1 and client_id = $2 order by id for update",
    [userId, clientId],
  );
  const revoked = await tx.query(
    `update auth.oauth_consents set revoked_at = greatest($3, granted_at)
      where user_id = $1 and client_id = $2 and revoked_at is null returning id`,
    [userId, clientId, timestamp(auth)],
  );
  await tx.query("delete from auth.oauth_authorizations where user_id = $1 and client_id = $2", [
    userId,
    clientId,
  ]);
  await tx.query("delete from auth.sessions where user_id = $1 and oauth_client_id = $2", [
    userId,
    clientId,
  ]);
  return revoked.length > 0;
};
