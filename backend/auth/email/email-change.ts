import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { brokenConstraint, refuse, sqlState } from "../errors.ts";
import type { MailBudget } from "../limits/mail-limits.ts";
import { ensureIdentity } from "../oauth/identities.ts";
import type { Challenge } from "../sessions/pkce.ts";
import type { User } from "../users/user.ts";
import { type Written, write } from "./emails.ts";

/** The text of the response to the first of two confirmations. */
export const OTHER_LINK =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * Starts (or restarts) a change of the user's address. A mail goes to the new address and, with
 * `double_confirm_changes`, one to the present address. Returns the mails for `send`.
 */
export const writeEmailChange = async (
  auth: Auth,
  tx: Queryable,
  user: User,
  change: {
    newEmail: string;
    redirectTo: string;
    challenge: Challenge | null;
    budget?: MailBudget;
  },
): Promise<Written[]> => {
  const { newEmail } = change;
  await tx.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3
      where id = $1`,
    [user.id, newEmail, timestamp(auth)],
  );
  await tx.query(
    `delete from auth.one_time_tokens
      where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [user.id],
  );
  const post = { template: "email_change", user, ...change } as const;
  const both = auth.config.email.doubleConfirmChanges && user.email;
  return write(
    auth,
    tx,
    { ...post, to: newEmail },
    both ? { ...post, token: "email_change_token_current" } : undefined,
  );
};

/**
 * Accepts one confirmation of a change. True if the address has changed now, false if the other address
 * must confirm too.
 */
export const confirmEmailChange = async (
  auth: Auth,
  tx: Queryable,
  user: User,
): Promise<boolean> => {
  if (!user.email_change) throw refuse("otp_expired");
  const now = timestamp(auth);
  const first = user.email_change_confirm_status === 0;
  if (first && auth.config.email.doubleConfirmChanges && user.email) {
    // The other link may be used later, or the operator may create it after this one was used.
    await tx.query(
      "update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1",
      [user.id, now],
    );
    return false;
  }
  const facts = JSON.stringify({ email: user.email_change, email_verified: true });
  try {
    await tx.query(
      `update auth.users set
         email = email_change, email_change = '', email_change_confirm_status = 0,
         email_confirmed_at = coalesce(email_confirmed_at, $2), is_anonymous = false,
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb, updated_at = $2
       where id = $1`,
      [user.id, now, facts],
    );
  } catch (error) {
    if (sqlState(error) === "23505" && brokenConstraint(error) === "users_email_partial_key") {
      throw refuse("email_exists", { cause: error });
    }
    throw error;
  }
  await tx.query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = $2
      where user_id = $1 and provider = 'email'`,
    [user.id, now, facts],
  );
  await ensureIdentity(auth, tx, user.id);
  // All other links went to an address that no longer belongs to the account.
  await tx.query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
  return true;
};
