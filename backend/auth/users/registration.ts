import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import type { Auth } from "../context.ts";
import { brokenConstraint, refuse, sqlState } from "../errors.ts";
import { HookRefusal } from "../hooks/hooks.ts";
import { revivePreviousLink } from "./earlier-sign-ups.ts";
import type { Metadata, User } from "./user.ts";
import { insertUser, reload } from "./users.ts";

/**
 * Whether sign-up says that an address is taken (`[auth] reveal_registered = true`). GoTrue responds with a
 * made-up user instead, so that nobody can find out who has an account; that is the default.
 */
export const revealsRegistered = (config: AuthConfig): boolean => config.revealRegistered;

const UNIQUE_KEYS = new Set(["users_email_partial_key", "users_phone_key"]);

/**
 * The error to throw for a failure to write an account. If the project's triggers or constraints refuse a
 * sign-up, that is the caller's fault (422); everything else is ours (500).
 */
export const saveError = (error: unknown, message = "Database error saving new user"): unknown => {
  if (error instanceof HttpError) return error;
  const state = sqlState(error);
  if (state === "23505" && UNIQUE_KEYS.has(brokenConstraint(error) ?? "")) {
    return refuse("user_already_exists", { cause: error });
  }
  return state && (state.startsWith("22") || state.startsWith("23") || state === "P0001")
    ? refuse("unprocessable", { message, cause: error })
    : refuse("unexpected_failure", { message, cause: error });
};

/**
 * Whether an account was refused, and did not merely fail. Where nobody may learn who has an account, such
 * a refusal is hidden: it would reveal that there is none.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HookRefusal ||
  (error instanceof HttpError && error.status < 500 && !error.code.startsWith("hook_"));

/** Reports a created account to the project's hook; call it after the commit. */
export const sendUserCreated = async (auth: Auth, userId: string): Promise<void> => {
  if (!auth.hooks.has("after_user_created")) return;
  await auth.hooks.afterUserCreated(await reload(auth.core.db, userId));
};

/**
 * The account of a sign-up; null if an existing one must not be replaced. An account that signed itself up
 * and was never confirmed is replaced by the newest sign-up, whose mail will confirm it. Otherwise the
 * first person to sign up with a stranger's address would have chosen the stranger's password. The replaced
 * account's link still works, for its own sign-up's data (`findMailedLink`). Accounts that an operator
 * created or invited are unchanged.
 *
 * @param contests whether the password differs from that of `existing`: the owner's is unknown, so while an
 * earlier link works, none of them is valid once the address is confirmed
 */
export const register = async (
  auth: Auth,
  tx: Queryable,
  existing: User | null,
  facts: {
    id?: string;
    email: string;
    phone?: string;
    encryptedPassword?: string;
    userMetadata: Metadata;
  },
  contests = false,
): Promise<User | null> => {
  let contested = false;
  if (existing) {
    const revived = await revivePreviousLink(auth, tx, existing.id);
    const [deleted] = await tx.query<{ contested: boolean }>(
      `delete from auth.users u using _backend.auth_signups s
        where u.id = $1 and s.user_id = u.id and u.confirmed_at is null returning s.contested`,
      [existing.id],
    );
    if (!deleted) return null;
    contested = revived && (contests || deleted.contested);
  }
  const user = await insertUser(auth, tx, facts);
  await tx.query("insert into _backend.auth_signups (user_id, contested) values ($1, $2)", [
    user.id,
    contested,
  ]);
  return user;
};

/**
 * Removes from a self-made account that was never confirmed what could let its creator in: the password and
 * the identities of providers. Called before another person's mail (a sign-in link, an invitation) confirms
 * it: its reader chose none of them, nor a later sign-up's. With `contested` only if several passwords were
 * chosen.
 */
export const disownSignup = async (
  tx: Queryable,
  userId: string,
  { contested = false }: { contested?: boolean } = {},
): Promise<void> => {
  await tx.query(
    `with own as (
       update _backend.auth_signups s set contested = s.contested or u.encrypted_password <> ''
         from auth.users u
        where s.user_id = $1 and u.id = s.user_id and u.confirmed_at is null
          and (s.contested or not $2) returning s.user_id as id
     ), identities as (
       delete from auth.identities i using own
        where i.user_id = own.id and i.provider not in ('email', 'phone')
     )
     update auth.users u set encrypted_password = '' from own where u.id = own.id`,
    [userId, contested],
  );
};
