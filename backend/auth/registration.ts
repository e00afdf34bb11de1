import type { Queryable } from "#backend/kernel/database.ts";
import { HttpError } from "#backend/kernel/errors.ts";
import type { AuthConfig } from "#backend/kernel/project.ts";
import { type Auth, timestamp } from "./context.ts";
import { brokenConstraint, refuse, sqlState } from "./errors.ts";
import { insertUser, type Metadata, reload, type User } from "./users.ts";

/**
 * Whether sign-up says that an address is taken (`[auth] reveal_registered = true`). GoTrue answers
 * with a made-up user instead, so that nobody can ask who has an account; that stays the default.
 */
export const revealsRegistered = (config: AuthConfig): boolean =>
  (config as AuthConfig & { revealRegistered?: boolean }).revealRegistered === true;

/**
 * What to throw for an error while an account was written. The project's triggers and constraints may
 * refuse a sign-up: that is the caller's doing (422), everything else ours (500).
 */
export const savingFailed = (
  error: unknown,
  message = "Database error saving new user",
): unknown => {
  if (error instanceof HttpError) return error;
  const state = sqlState(error);
  if (state === "23505" && brokenConstraint(error) === "users_email_partial_key") {
    return refuse("user_already_exists", { cause: error });
  }
  return state && (state.startsWith("22") || state.startsWith("23") || state === "P0001")
    ? refuse("unprocessable", { message, cause: error })
    : refuse("unexpected_failure", { message, cause: error });
};

/**
 * The account of a sign-up that is not confirmed yet: new, or the one that waits already. Then the
 * newest password and facts count, since the newest mail is the one that confirms them: otherwise
 * whoever signs up with a stranger's address first would have chosen the stranger's password.
 */
export const register = async (
  auth: Auth,
  tx: Queryable,
  existing: User | null,
  facts: { email: string; encryptedPassword: string; userMetadata: Metadata },
): Promise<User> => {
  if (!existing) return insertUser(auth, tx, facts);
  if (existing.invited_at) return existing;
  const own = {
    sub: existing.id,
    email: facts.email,
    email_verified: false,
    phone_verified: false,
  };
  await tx.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = $4
      where id = $1 and email_confirmed_at is null`,
    [
      existing.id,
      facts.encryptedPassword,
      JSON.stringify({ ...facts.userMetadata, ...own }),
      timestamp(auth),
    ],
  );
  return reload(tx, existing.id);
};
