import type { Application } from "../context.ts";
import { isConfirmed, isPhoneConfirmed, type Metadata, type User } from "../users/user.ts";
import type { Scope } from "./scopes.ts";

const without = (metadata: Metadata, ...names: string[]): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !names.includes(name)));

const withoutUnscopedFields = (metadata: Metadata, knows: (scope: Scope) => boolean): Metadata => {
  if (!knows("profile")) return {};
  const rest = knows("email") ? metadata : without(metadata, "email", "email_verified");
  return knows("phone") ? rest : without(rest, "phone", "phone_number", "phone_verified");
};

/**
 * The user as far as they share their data with an application: fields outside its scopes are empty. An
 * application never sees how a person signs in (identities, second factors).
 */
export const visibleTo = (user: User, { scopes }: Application): User => {
  const knows = (scope: Scope) => scopes.includes(scope);
  const email = knows("email");
  const phone = knows("phone");
  return {
    ...user,
    email: email ? user.email : null,
    email_confirmed_at: email ? user.email_confirmed_at : null,
    email_change: email ? user.email_change : null,
    email_change_sent_at: email ? user.email_change_sent_at : null,
    phone: phone ? user.phone : null,
    phone_confirmed_at: phone ? user.phone_confirmed_at : null,
    phone_change: phone ? user.phone_change : null,
    phone_change_sent_at: phone ? user.phone_change_sent_at : null,
    confirmed_at: email || phone ? user.confirmed_at : null,
    raw_user_meta_data: withoutUnscopedFields(user.raw_user_meta_data ?? {}, knows),
    identities: [],
    factors: [],
  };
};

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === "string" && value.trim() !== "");

/**
 * The data of `profile`, by the names of OpenID Connect. The address serves as a name only if it is shared
 * anyway.
 */
const profile = (user: User, email: boolean) => {
  const facts = user.raw_user_meta_data ?? {};
  const parts = [facts.first_name, facts.last_name].filter((part) => typeof part === "string");
  return {
    name: firstText(facts.name, facts.full_name, parts.join(" "), email ? user.email : null),
    picture: firstText(facts.picture, facts.avatar_url),
    preferred_username: firstText(facts.preferred_username, facts.username),
    updated_at: user.updated_at ? Math.floor(user.updated_at.getTime() / 1000) : undefined,
  };
};

/** The person's claims in an ID token; empty ones are omitted. */
export const idTokenClaims = (user: User, scopes: string[]): Record<string, unknown> => {
  const email = scopes.includes("email");
  const phone = scopes.includes("phone");
  return {
    email: email ? (user.email ?? undefined) : undefined,
    email_verified: email && isConfirmed(user),
    phone_number: phone ? (user.phone ?? undefined) : undefined,
    phone_number_verified: phone && isPhoneConfirmed(user),
    ...(scopes.includes("profile") ? profile(user, email) : {}),
  };
};

/** The same for /oauth/userinfo; without an application, only the id. */
export const userInfo = (user: User, application: Application | null): Record<string, unknown> => {
  const scopes = application?.scopes ?? [];
  const email = scopes.includes("email");
  const seen = application ? visibleTo(user, application) : user;
  return {
    sub: user.id,
    ...(email && user.email ? { email: user.email } : {}),
    ...(email && isConfirmed(user) ? { email_verified: true } : {}),
    ...(scopes.includes("profile")
      ? { ...profile(user, email), user_metadata: seen.raw_user_meta_data }
      : {}),
    ...(scopes.includes("phone") && user.phone ? { phone: user.phone } : {}),
    ...(scopes.includes("phone") && isPhoneConfirmed(user) ? { phone_verified: true } : {}),
  };
};
