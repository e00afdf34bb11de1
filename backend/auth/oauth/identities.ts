import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { brokenConstraint, refuse } from "../errors.ts";
import type { Metadata } from "../users/user.ts";
import { mergeMetadata } from "../users/users.ts";
import type { Email, ExternalProfile } from "./providers/provider.ts";

/** The addresses that the provider vouches for, in stored form. */
export const verifiedEmails = (person: ExternalProfile): string[] =>
  person.emails.filter(({ verified }) => verified).map(({ email }) => email.toLowerCase());

/** The person's main address: the primary one, or else the last. */
export const mainEmail = (person: ExternalProfile): Email | null =>
  person.emails.find(({ primary }) => primary) ?? person.emails.at(-1) ?? null;

/** GoTrue's `identity_data`. */
export const identityData = (person: ExternalProfile): Metadata => {
  const email = mainEmail(person);
  return {
    ...person.facts,
    ...(email ? { email: email.email.toLowerCase() } : {}),
    email_verified: email?.verified ?? false,
    phone_verified: false,
  };
};

/** Adds the person's identity to the account; refuses one that an account already has. */
export const insertIdentity = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  provider: string,
  person: ExternalProfile,
): Promise<void> => {
  try {
    await tx.query(
      `insert into auth.identities
         (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $5)`,
      [person.subject, userId, JSON.stringify(identityData(person)), provider, timestamp(auth)],
    );
  } catch (error) {
    if (brokenConstraint(error) !== "identities_provider_id_provider_unique") throw error;
    throw refuse("identity_already_exists", { cause: error });
  }
};

/** Lists the account's providers in `app_metadata`, oldest first. */
export const syncProviders = async (auth: Auth, tx: Queryable, userId: string): Promise<void> => {
  await tx.query(
    `update auth.users u set updated_at = $2,
       raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
         || jsonb_build_object('providers', p.names)
         || case when p.names -> 0 is null then '{}' else jsonb_build_object('provider', p.names -> 0) end
     from (
       select coalesce(jsonb_agg(provider order by since), '[]') as names from (
         select provider, min(created_at) as since from auth.identities
          where user_id = $1 group by provider
       ) each_once
     ) p
     where u.id = $1`,
    [userId, timestamp(auth)],
  );
};

/** Gives an account with a proven address an e-mail identity, if it has no identity at all. */
export const ensureIdentity = async (auth: Auth, tx: Queryable, userId: string): Promise<void> => {
  const made = await tx.query(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select gen_random_uuid(), u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email,
         'email_verified', true, 'phone_verified', false), 'email', $2, $2, $2
       from auth.users u
      where u.id = $1 and u.email is not null
        and not exists (select 1 from auth.identities i where i.user_id = u.id)
     returning id`,
    [userId, timestamp(auth)],
  );
  if (made.length > 0) await syncProviders(auth, tx, userId);
};

/** Merges the provider's data into the user's own; data that would not fit is left out. */
export const updateIdentityData = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  current: Metadata | null,
  data: Metadata,
): Promise<void> => {
  let merged: Metadata;
  try {
    merged = mergeMetadata(current, data);
  } catch {
    return;
  }
  await tx.query("update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1", [
    userId,
    JSON.stringify(merged),
    timestamp(auth),
  ]);
};
