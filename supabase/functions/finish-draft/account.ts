import { splitFullName } from "#domain/accounts/accounts.ts";
import type { Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { accountAt } from "../_shared/unfinished-account.ts";

const UNCONFIRMED =
  "A professional's account with this address waits for its first login. Please open the link in the email about it first.";

/**
 * The address was proven by the mail. If somebody signed up with it and never confirmed it, their password must not open the
 * account now.
 */
const confirmAccount = async (db: Db, id: string): Promise<void> => {
  const { data, error } = await db.auth.admin.getUserById(id);
  if (error) throw error;
  if (data.user.email_confirmed_at) return;
  const { data: profile } = await db
    .from("profiles")
    .select("account_type")
    .eq("id", id)
    .single()
    .throwOnError();
  if (profile.account_type !== "client")
    throw new Refusal("draft_refused", { message: UNCONFIRMED });
  const password = crypto.randomUUID() + crypto.randomUUID();
  const changed = await db.auth.admin.updateUserById(id, { email_confirm: true, password });
  if (changed.error) throw changed.error;
};

/** Makes the account of a draft's address, a client's without a password, or finds and confirms it. */
export const makeAccount = async (
  db: Db,
  { email, name }: { email: string; name: string },
): Promise<void> => {
  const present = await accountAt(db, email);
  if (present) return confirmAccount(db, present);
  const { firstName, lastName } = splitFullName(name);
  const { error } = await db.auth.admin.createUser({
    email,
    email_confirm: true,
    user_metadata: { first_name: firstName, last_name: lastName, account_type: "client" },
  });
  // Another press has made it.
  if (error?.code === "email_exists" || error?.code === "user_already_exists")
    return confirmAccount(db, (await accountAt(db, email)) ?? "");
  if (error) throw error;
};
