import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";

/** Replaced links that still work for one address: more than the mails that one gets in an hour. */
const MOST = 20;

/**
 * Sets the confirmation link of a self-made account aside before a later mail or sign-up, perhaps another
 * person's, replaces it. Returns whether there was one that still works.
 */
export const revivePreviousLink = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
): Promise<boolean> => {
  const [earlier] = await tx.query<{ email: string }>(
    `insert into _backend.auth_earlier_signups
       (token_hash, user_id, email, encrypted_password, user_metadata, created_at)
     select t.token_hash, u.id, u.email, coalesce(u.encrypted_password, ''),
            coalesce(u.raw_user_meta_data, '{}'), t.created_at
       from auth.one_time_tokens t
       join auth.users u on u.id = t.user_id and u.email = t.relates_to and u.confirmed_at is null
       join _backend.auth_signups s on s.user_id = u.id
      where t.user_id = $1 and t.token_type = 'confirmation_token' and t.created_at > $2
     returning email`,
    [userId, timestamp(auth, -auth.config.email.otpExpiry)],
  );
  if (!earlier) return false;
  await tx.query(
    `delete from _backend.auth_earlier_signups where token_hash in (
       select token_hash from _backend.auth_earlier_signups where email = $1
       order by created_at desc offset $2)`,
    [earlier.email, MOST],
  );
  return true;
};
