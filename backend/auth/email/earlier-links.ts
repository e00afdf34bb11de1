import { randomUUID } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { revivePreviousLink } from "../users/earlier-sign-ups.ts";
import { register, sendUserCreated } from "../users/registration.ts";
import { isConfirmed, type Metadata } from "../users/user.ts";
import { findUserByEmail } from "../users/users.ts";
import { type Found, findLink, hashLink, type TokenType } from "./one-time-tokens.ts";

/**
 * Makes a replaced link valid for its address again, with its own sign-up's data, if nobody confirmed the
 * address meanwhile. Returns the account that this created, or null.
 */
const restore = async (auth: Auth, tx: Queryable, link: string): Promise<string | null> => {
  const [earlier] = await tx.query<{
    token_hash: string;
    user_id: string;
    email: string;
    encrypted_password: string;
    user_metadata: Metadata;
    made: string;
  }>(
    `delete from _backend.auth_earlier_signups where token_hash = $1 and created_at > $2
     returning *, created_at::text as made`,
    [hashLink(link), timestamp(auth, -auth.config.email.otpExpiry)],
  );
  if (!earlier) return null;
  const current = await findUserByEmail(tx, earlier.email);
  if (!current || isConfirmed(current)) return null;
  const same = current.id === earlier.user_id;
  const facts = {
    id: earlier.user_id,
    email: earlier.email,
    encryptedPassword: earlier.encrypted_password,
    userMetadata: earlier.user_metadata,
  };
  const user = same ? current : await register(auth, tx, current, facts);
  if (!user) return null;
  if (same) {
    await revivePreviousLink(auth, tx, user.id);
    await tx.query(
      "delete from auth.one_time_tokens where user_id = $1 and token_type = 'confirmation_token'",
      [user.id],
    );
  }
  await tx.query(
    `insert into auth.one_time_tokens
       (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, 'confirmation_token', $3, $4, $5, $5)`,
    [randomUUID(), user.id, earlier.token_hash, earlier.email, earlier.made],
  );
  return same ? null : user.id;
};

/**
 * The token of a mailed link, as from `findLink`. A link that confirms an address works until its own end,
 * even if a later sign-up or mail replaced it.
 */
export const findMailedLink = async (
  auth: Auth,
  types: readonly TokenType[],
  link: string,
): Promise<Found> => {
  const { db } = auth.core;
  if (types.includes("confirmation_token")) {
    const made = await db.transaction((tx) => restore(auth, tx, link));
    if (made) await sendUserCreated(auth, made);
  }
  return findLink(auth, db, types, link);
};
