import type { Queryable, Row } from "#backend/kernel/database.ts";
import { type Auth, timestamp } from "./context.ts";
import { refuse } from "./errors.ts";
import { METADATA_LIMIT } from "./request.ts";

export type Metadata = Record<string, unknown>;

interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string | null;
  updated_at: string | null;
  email: string | null;
}

/** A row of `auth.users` with its identities. */
export interface User extends Row {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Date | null;
  updated_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
  identities: IdentityRow[];
}

/** The columns of a `User`, for a query whose `from` calls `auth.users` `u`. */
export const USER_COLUMNS = `u.*, coalesce((
  select jsonb_agg(to_jsonb(i) order by i.created_at) from auth.identities i where i.user_id = u.id
), '[]') as identities`;

export const findUserById = async (db: Queryable, id: string): Promise<User | null> => {
  const rows = await db.query<User>(`select ${USER_COLUMNS} from auth.users u where u.id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
};

/** By address as `emailAddress` gives it; accounts of an SSO provider have none of their own. */
export const findUserByEmail = async (db: Queryable, email: string): Promise<User | null> => {
  const rows = await db.query<User>(
    `select ${USER_COLUMNS} from auth.users u where u.email = $1 and u.is_sso_user = false`,
    [email],
  );
  return rows[0] ?? null;
};

/** The same user as stored now; used after a change, when triggers may have had their say too. */
export const reload = async (db: Queryable, id: string): Promise<User> => {
  const user = await findUserById(db, id);
  if (!user) throw refuse("user_not_found");
  return user;
};

export const isConfirmed = (user: User): boolean => user.email_confirmed_at !== null;

export const isBanned = (auth: Auth, user: User): boolean =>
  user.banned_until !== null && user.banned_until.getTime() > auth.kernel.clock.now();

export const actorOf = (user: User) => ({
  id: user.id,
  email: user.email,
  isSso: user.is_sso_user,
});

const iso = (value: Date | string | null) =>
  value === null ? undefined : new Date(value).toISOString();

/** The user as the API shows it: GoTrue's members, those without a value left out. */
export const userJson = (user: User): Record<string, unknown> => ({
  id: user.id,
  aud: user.aud ?? "",
  role: user.role ?? "",
  email: user.email ?? "",
  email_confirmed_at: iso(user.email_confirmed_at),
  invited_at: iso(user.invited_at),
  phone: user.phone ?? "",
  phone_confirmed_at: iso(user.phone_confirmed_at),
  confirmation_sent_at: iso(user.confirmation_sent_at),
  confirmed_at: iso(user.confirmed_at),
  recovery_sent_at: iso(user.recovery_sent_at),
  new_email: user.email_change || undefined,
  email_change_sent_at: iso(user.email_change_sent_at),
  reauthentication_sent_at: iso(user.reauthentication_sent_at),
  last_sign_in_at: iso(user.last_sign_in_at),
  app_metadata: user.raw_app_meta_data ?? {},
  user_metadata: user.raw_user_meta_data ?? {},
  identities: user.identities.map((identity) => ({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    email: identity.email ?? undefined,
  })),
  created_at: iso(user.created_at),
  updated_at: iso(user.updated_at),
  banned_until: iso(user.banned_until),
  deleted_at: iso(user.deleted_at),
  is_anonymous: user.is_anonymous,
  ...(user.is_sso_user ? { is_sso_user: true } : {}),
});

/** Facts for a new account; what is left out is empty. */
export interface NewUser {
  id?: string;
  email: string;
  phone?: string;
  encryptedPassword?: string;
  userMetadata: Metadata;
  appMetadata?: Metadata;
  role?: string;
  invitedAt?: string | null;
}

const INSTANCE = "00000000-0000-0000-0000-000000000000";

/** Writes the account and its e-mail identity. The address must not be taken (unique key, 23505). */
export const insertUser = async (auth: Auth, tx: Queryable, facts: NewUser): Promise<User> => {
  const id = facts.id ?? crypto.randomUUID();
  const now = timestamp(auth);
  const providers = [...(facts.email ? ["email"] : []), ...(facts.phone ? ["phone"] : [])];
  const own = {
    sub: id,
    ...(facts.email ? { email: facts.email } : {}),
    email_verified: false,
    phone_verified: false,
  };
  await tx.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, phone, encrypted_password, invited_at,
       confirmation_token, recovery_token, email_change_token_new, email_change,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at
     ) values ($1, $2, 'authenticated', $3, $4, $5, $6, $7, '', '', '', '', $8, $9, $10, $10)`,
    [
      INSTANCE,
      id,
      facts.role || "authenticated",
      facts.email || null,
      facts.phone || null,
      facts.encryptedPassword ?? "",
      facts.invitedAt ?? null,
      JSON.stringify({ ...facts.appMetadata, provider: providers[0] ?? "email", providers }),
      JSON.stringify({ ...facts.userMetadata, ...own }),
      now,
    ],
  );
  for (const provider of providers) {
    await tx.query(
      `insert into auth.identities
         (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values (gen_random_uuid(), ($1::uuid)::text, $1::uuid, $2, $3, $4, $4, $4)`,
      [
        id,
        JSON.stringify(
          provider === "email" ? own : { ...own, email: undefined, phone: facts.phone },
        ),
        provider,
        now,
      ],
    );
  }
  return reload(tx, id);
};

/** Marks the e-mail address as proven, everywhere GoTrue says so. */
export const confirmEmail = async (auth: Auth, tx: Queryable, userId: string): Promise<void> => {
  await tx.query(
    `update auth.users set
       email_confirmed_at = coalesce(email_confirmed_at, $2),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}',
       updated_at = $2
     where id = $1`,
    [userId, timestamp(auth)],
  );
  await tx.query("delete from _backend.auth_signups where user_id = $1", [userId]);
  await tx.query(
    `update auth.identities
        set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
      where user_id = $1 and provider = 'email'`,
    [userId, timestamp(auth)],
  );
};

/** `changes` laid over `current`; a member set to null is taken away (as GoTrue does). */
export const mergeMetadata = (current: Metadata | null, changes: Metadata): Metadata => {
  const merged = { ...current, ...changes };
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  if (Buffer.byteLength(JSON.stringify(kept)) > METADATA_LIMIT) {
    throw refuse("validation_failed", {
      message: `data: may hold at most ${METADATA_LIMIT} bytes`,
    });
  }
  return kept;
};
