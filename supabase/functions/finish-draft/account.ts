import { splitFullName } from "#domain/accounts/accounts.ts";
import type { Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { accountAt } from "../_shared/unfinished-account.ts";

const UNCONFIRMED =
  "A professional's account with this address waits for its first login. Please open the link in the email about it first.";

const isMissing = (error: { code?: unknown } | null): boolean => error?.code === "user_not_found";

/**
 * Whether an account stays, and is confirmed: the mail proved its address. A sign-up that nobody confirmed, used or
 * gave a membership is deleted, because its password, names and kind may be a stranger's who knew the address.
 */
const adoptAccount = async (db: Db, id: string): Promise<boolean> => {
  const { data, error } = await db.auth.admin.getUserById(id);
  if (isMissing(error)) return false;
  if (error) throw error;
  const { user } = data;
  if (user.email_confirmed_at) return true;
  const { data: profile } = await db
    .from("profiles")
    .select("account_type, subscribers(user_id)")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  if (!profile) return false;
  const isGiven = user.invited_at || profile.subscribers || profile.account_type === "admin";
  if (!isGiven && !user.phone_confirmed_at && !user.last_sign_in_at) {
    const deleted = await db.auth.admin.deleteUser(id);
    if (deleted.error && !isMissing(deleted.error)) throw deleted.error;
    return false;
  }
  if (profile.account_type !== "client")
    throw new Refusal("draft_refused", { message: UNCONFIRMED });
  const password = crypto.randomUUID() + crypto.randomUUID();
  const changed = await db.auth.admin.updateUserById(id, { email_confirm: true, password });
  if (changed.error) throw changed.error;
  return true;
};

/** Makes the account of a draft's address, a client's without a password, or finds and confirms it. */
export const makeAccount = async (
  db: Db,
  { email, name }: { email: string; name: string },
): Promise<void> => {
  const present = await accountAt(db, email);
  if (present && (await adoptAccount(db, present))) return;
  const { firstName, lastName } = splitFullName(name);
  const { error } = await db.auth.admin.createUser({
    email,
    email_confirm: true,
    user_metadata: { first_name: firstName, last_name: lastName, account_type: "client" },
  });
  // Another press has made it.
  if (error?.code === "email_exists" || error?.code === "user_already_exists") return;
  if (error) throw error;
};
