import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { METADATA_LIMIT } from "../request.ts";
import type { Metadata, User } from "./user.ts";

/** The columns of a `User`, named so that a prepared query outlives new ones; for a query whose `from` calls `auth.users` `u`. */
export const USER_COLUMNS = `u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at,
u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change,
u.email_change_sent_at, u.phone_change, u.phone_change_sent_at, u.email_change_confirm_status,
u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at,
u.deleted_at, u.is_sso_user, u.is_anonymous, coalesce((
  select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i where i.user_id = u.id
), '[]') as identities, coalesce((
  select jsonb_agg(to_jsonb(f) order by f.created_at) from (
    select id, friendly_name, factor_type::text, status::text, phone, created_at, updated_at, last_challenged_at
      from auth.mfa_factors where user_id = u.id
    union all
    select factor_id, friendly_name, 'recovery_code', 'verified', null, created_at, updated_at, null
      from _backend.auth_recovery_sets where user_id = u.id
  ) f
), '[]') as factors,
-- A ban without an end, which only SQL writes, as the latest moment that JSON can tell of.
case when isfinite(u.banned_until) then u.banned_until
  when u.banned_until > now() then timestamptz '9999-12-31 23:59:59Z' end as banned_until`;

export const findUserById = async (db: Queryable, id: string): Promise<User | null> => {
  const rows = await db.query<User>(`select ${USER_COLUMNS} from auth.users u where u.id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
};

/** By address in `emailAddress`'s form; accounts of an SSO provider cannot be found by address. */
export const findUserByEmail = async (db: Queryable, email: string): Promise<User | null> => {
  const rows = await db.query<User>(
    `select ${USER_COLUMNS} from auth.users u where u.email = $1 and u.is_sso_user = false`,
    [email],
  );
  return rows[0] ?? null;
};

/** By number in `phoneNumber`'s form. */
export const findUserByPhone = async (db: Queryable, phone: string): Promise<User | null> => {
  const rows = await db.query<User>(
    `select ${USER_COLUMNS} from auth.users u where u.phone = $1 and u.is_sso_user = false`,
    [phone],
  );
  return rows[0] ?? null;
};

/** The last person to request a change of number to this one. */
export const findUserByPhoneChange = async (db: Queryable, phone: string): Promise<User | null> => {
  const rows = await db.query<User>(
    `select ${USER_COLUMNS} from auth.users u where u.phone_change = $1
      order by u.phone_change_sent_at desc nulls last limit 1`,
    [phone],
  );
  return rows[0] ?? null;
};

/** The user as stored now; for use after a change, because triggers may have changed more. */
export const reload = async (db: Queryable, id: string): Promise<User> => {
  const user = await findUserById(db, id);
  if (!user) throw refuse("user_not_found");
  return user;
};

export const isBanned = (auth: Auth, user: User): boolean =>
  user.banned_until !== null && user.banned_until.getTime() > auth.core.clock.now();

/** Data for a new account; omitted fields are empty. */
interface NewUser {
  id?: string;
  email: string;
  phone?: string;
  encryptedPassword?: string;
  userMetadata: Metadata;
  appMetadata?: Metadata;
  role?: string;
  /** The account's provider, in place of an e-mail identity; it supplies `userMetadata`. */
  external?: { provider: string; subject: string };
  /** Whether its provider manages the account: then others may have the same address. */
  sso?: boolean;
  /** An account without an address and without an identity. */
  anonymous?: boolean;
  /** Created by the operator: its metadata is theirs alone, while a sign-up's also names the account. */
  operated?: boolean;
}

const INSTANCE = "00000000-0000-0000-0000-000000000000";

/** Writes the account and its identity. The address must be free (unique key, 23505). */
export const insertUser = async (auth: Auth, tx: Queryable, facts: NewUser): Promise<User> => {
  const id = facts.id ?? crypto.randomUUID();
  const now = timestamp(auth);
  const { external } = facts;
  const providers = external
    ? [external.provider]
    : [...(facts.email ? ["email"] : []), ...(facts.phone ? ["phone"] : [])];
  const own =
    external || facts.anonymous
      ? {}
      : {
          sub: id,
          ...(facts.email ? { email: facts.email } : {}),
          email_verified: false,
          phone_verified: false,
        };
  await tx.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, phone, encrypted_password,
       confirmation_token, recovery_token, email_change_token_new, email_change,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_anonymous, is_sso_user
     ) values ($1, $2, 'authenticated', $3, $4, $5, $6, '', '', '', '', $7, $8, $9, $9, $10, $11)`,
    [
      INSTANCE,
      id,
      facts.role || "authenticated",
      facts.email || null,
      facts.phone || null,
      facts.encryptedPassword ?? "",
      JSON.stringify(
        facts.anonymous
          ? {}
          : { ...facts.appMetadata, provider: providers[0] ?? "email", providers },
      ),
      JSON.stringify(facts.operated ? facts.userMetadata : { ...facts.userMetadata, ...own }),
      now,
      facts.anonymous ?? false,
      facts.sso ?? false,
    ],
  );
  for (const provider of providers) {
    await tx.query(
      `insert into auth.identities
         (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values (gen_random_uuid(), $5, $1, $2, $3, $4, $4, $4)`,
      [
        id,
        JSON.stringify(
          external
            ? facts.userMetadata
            : provider === "email"
              ? own
              : { ...own, email: undefined, phone: facts.phone },
        ),
        provider,
        now,
        external?.subject ?? id,
      ],
    );
  }
  return reload(tx, id);
};

/** Marks the account's address or number as proven in all of GoTrue's columns. */
export const markConfirmed = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  what: "email" | "phone",
): Promise<void> => {
  await tx.query(
    `update auth.users set
       ${what}_confirmed_at = coalesce(${what}_confirmed_at, $2),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"${what}_verified": true}',
       updated_at = $2
     where id = $1`,
    [userId, timestamp(auth)],
  );
  await tx.query("delete from _backend.auth_signups where user_id = $1", [userId]);
};

export const confirmEmail = async (auth: Auth, tx: Queryable, userId: string): Promise<void> => {
  await markConfirmed(auth, tx, userId, "email");
  await tx.query(
    `delete from _backend.auth_earlier_signups
      where email = (select email from auth.users where id = $1)`,
    [userId],
  );
  await tx.query(
    `update auth.identities
        set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
      where user_id = $1 and provider = 'email'`,
    [userId, timestamp(auth)],
  );
};

/** Merges `changes` into `current`; a member set to null is removed (as in GoTrue). */
export const mergeMetadata = (current: Metadata | null, changes: Metadata): Metadata => {
  const merged = { ...current, ...changes };
  const withoutNulls = Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(withoutNulls)) > METADATA_LIMIT) {
    throw refuse("validation_failed", {
      message: `data: may hold at most ${METADATA_LIMIT} bytes`,
    });
  }
  return withoutNulls;
};
