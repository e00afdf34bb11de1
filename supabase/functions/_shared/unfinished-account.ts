import type { Db } from "./database.ts";

/**
 * Marks an account that a function creates in one step and completes in another; only the secret key can set
 * it. If the process ended between the two, a repeat finds the account by it.
 */
export const MADE_HERE = { made_by: "the site" };

/** The account with this address, or null. */
export const accountAt = async (service: Db, email: string): Promise<string | null> => {
  const { data } = await service
    .from("profiles")
    .select("id")
    .eq("email", email)
    .maybeSingle()
    .throwOnError();
  return data?.id ?? null;
};

/**
 * Whether an account was begun here and never completed: a client's still, marked or invited, and nobody has
 * ever used it.
 */
export const isUnfinished = async (service: Db, id: string): Promise<boolean> => {
  const [profile, account] = await Promise.all([
    service.from("profiles").select("account_type").eq("id", id).maybeSingle().throwOnError(),
    service.auth.admin.getUserById(id),
  ]);
  if (account.error) throw account.error;
  const { user } = account.data;
  if (profile.data?.account_type !== "client" || !user || user.last_sign_in_at) return false;
  const isInvited = Boolean(user.invited_at) && !user.email_confirmed_at;
  return isInvited || user.app_metadata.made_by === MADE_HERE.made_by;
};
