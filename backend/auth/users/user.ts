import type { Row } from "#backend/core/database/database.ts";

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

/** A second factor without its secret. */
export interface Factor {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: "verified" | "unverified";
  phone: string | null;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
}

/** A row of `auth.users` with its identities and second factors. */
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
  phone_change: string | null;
  phone_change_sent_at: Date | null;
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
  factors: Factor[];
}

/** Whether the e-mail address was proven. */
export const isConfirmed = (user: User): boolean => user.email_confirmed_at !== null;

/** Whether the phone number was proven. */
export const isPhoneConfirmed = (user: User): boolean => user.phone_confirmed_at !== null;

/** The user's name in the audit trail. */
export const actorOf = (user: User) => ({
  id: user.id,
  email: user.email,
  isSso: user.is_sso_user,
});

const iso = (value: Date | string | null) =>
  value === null ? undefined : new Date(value).toISOString();

/** A factor as the API shows it. */
export const factorJson = (factor: Factor): Record<string, unknown> => ({
  id: factor.id,
  created_at: iso(factor.created_at),
  updated_at: iso(factor.updated_at),
  status: factor.status,
  friendly_name: factor.friendly_name || undefined,
  factor_type: factor.factor_type,
  phone: factor.phone ?? undefined,
  last_challenged_at: iso(factor.last_challenged_at),
});

/** The user as the API shows it: GoTrue's members, without empty ones. */
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
  new_phone: user.phone_change || undefined,
  phone_change_sent_at: iso(user.phone_change_sent_at),
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
  ...(user.factors.length > 0 ? { factors: user.factors.map(factorJson) } : {}),
  created_at: iso(user.created_at),
  updated_at: iso(user.updated_at),
  banned_until: iso(user.banned_until),
  deleted_at: iso(user.deleted_at),
  is_anonymous: user.is_anonymous,
  ...(user.is_sso_user ? { is_sso_user: true } : {}),
});
