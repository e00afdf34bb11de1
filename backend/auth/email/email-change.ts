import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { brokenConstraint, refuse, sqlState } from "../errors.ts";
import type { MailBudget } from "../limits/mail-limits.ts";
import { ensureIdentity } from "../oauth/identities.ts";
import type { Challenge } from "../sessions/pkce.ts";
import type { User } from "../users/user.ts";
import { reload } from "../users/users.ts";
import { type TemplateMail, type Written, write } from "./emails.ts";
import type { TokenType } from "./one-time-tokens.ts";

/** The text of the response to the first of two confirmations. */
export const OTHER_LINK =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

interface Change {
  newEmail: string;
  redirectTo: string;
  challenge: Challenge | null;
  budget?: MailBudget;
}

/** A mail to the new address and, with `double_confirm_changes`, one to the present address. */
const mailsOf = (auth: Auth, user: User, change: Change): [TemplateMail, TemplateMail?] => {
  const post = { template: "email_change", user, ...change } as const;
  const first = { ...post, to: change.newEmail, token: "email_change_token_new" } as const;
  if (!auth.config.email.doubleConfirmChanges || !user.email) return [first];
  return [first, { ...post, token: "email_change_token_current" }];
};

/** Voids the links of the user's change. */
export const voidChangeLinks = async (tx: Queryable, userId: string): Promise<void> => {
  await tx.query(
    `delete from auth.one_time_tokens
      where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [userId],
  );
};

/** Starts (or restarts) a change of the user's address. Returns the mails for `send`. */
export const writeEmailChange = async (
  auth: Auth,
  tx: Queryable,
  user: User,
  change: Change,
): Promise<Written[]> => {
  await tx.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3
      where id = $1`,
    [user.id, change.newEmail, timestamp(auth)],
  );
  await voidChangeLinks(tx, user.id);
  return write(auth, tx, ...mailsOf(auth, user, change));
};

/**
 * Mails a change again to the addresses that have not confirmed it, with new links. Anybody may request this, so
 * what is confirmed stays confirmed. The change only starts again if no link is left, or if a hook, which knows
 * only mails to both, sends the mail of a half.
 */
export const repeatEmailChange = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  change: Change,
): Promise<Written[]> => {
  await tx.query("select 1 from auth.users where id = $1 for update", [userId]);
  const user = await reload(tx, userId);
  if (user.email_change !== change.newEmail) return [];
  const left = await tx.query<{ token: TokenType }>(
    `select token_type::text as token from auth.one_time_tokens
      where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [userId],
  );
  const half = user.email_change_confirm_status !== 0;
  if (left.length === 0 || (half && auth.hooks.has("send_email"))) {
    return writeEmailChange(auth, tx, user, change);
  }
  const [first, second] = mailsOf(auth, user, change).filter(
    (mail) => !half || left.some(({ token }) => token === mail?.token),
  );
  return first ? write(auth, tx, first, second) : [];
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
