import type { Queryable } from "#backend/core/database/database.ts";
import { audit } from "../audit.ts";
import { type Auth, type Call, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { syncProviders, updateIdentityData } from "../oauth/identities.ts";
import { actorOf, type Metadata, type User } from "../users/user.ts";
import { confirmEmail, insertUser, isBanned, reload } from "../users/users.ts";

/** A person whom an identity provider sent. */
interface SsoProfile {
  /** `sso:<id of the provider>`. */
  provider: string;
  subject: string;
  email: string;
  facts: Metadata;
}

/**
 * The person's account: by the provider's id for them, or by the address that the same provider vouched for
 * before. An account of any other kind is never theirs, whatever its address.
 */
export const findSsoAccount = async (
  db: Queryable,
  { provider, subject, email }: SsoProfile,
): Promise<string | null> => {
  const known = await db.query<{ user_id: string; exact: boolean }>(
    `select i.user_id, i.provider_id = $2 as exact
       from auth.identities i join auth.users u on u.id = i.user_id
      where i.provider = $1 and u.is_sso_user and (i.provider_id = $2 or i.email = $3)`,
    [provider, subject, email],
  );
  const exact = known.find((one) => one.exact);
  if (exact) return exact.user_id;
  const users = new Set(known.map(({ user_id }) => user_id));
  return users.size === 1 ? (known[0]?.user_id ?? null) : null;
};

/** The person's account within the caller's transaction: found, or created. */
export const resolveSsoAccount = async (
  auth: Auth,
  tx: Queryable,
  call: Call,
  person: SsoProfile,
): Promise<{ user: User; isNew: boolean }> => {
  const { provider, subject, email, facts } = person;
  const userId = await findSsoAccount(tx, person);
  if (!userId) {
    if (!auth.config.enableSignup) throw refuse("signup_disabled");
    const external = { provider, subject };
    const made = await insertUser(auth, tx, { email, userMetadata: facts, external, sso: true });
    await confirmEmail(auth, tx, made.id);
    await audit(auth, tx, call.ip, "user_signedup", actorOf(made), { provider });
    return { user: await reload(tx, made.id), isNew: true };
  }
  await tx.query("select 1 from auth.users where id = $1 for update", [userId]);
  const user = await reload(tx, userId);
  if (user.deleted_at) throw refuse("user_not_found");
  if (isBanned(auth, user)) throw refuse("user_banned");
  await tx.query(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $5)
     on conflict (provider_id, provider) do update
       set identity_data = excluded.identity_data, last_sign_in_at = $5, updated_at = $5`,
    [subject, userId, JSON.stringify(facts), provider, timestamp(auth)],
  );
  await tx.query("update auth.users set email = $2 where id = $1", [userId, email]);
  await updateIdentityData(auth, tx, userId, user.raw_user_meta_data, facts);
  await syncProviders(auth, tx, userId);
  await audit(auth, tx, call.ip, "login", actorOf(user), { provider });
  return { user: await reload(tx, userId), isNew: false };
};
