import type { Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { logFault } from "../_shared/http.ts";
import { accountAt, isUnfinished, MADE_HERE } from "../_shared/unfinished-account.ts";

const unavailable = (cause: unknown) => new Refusal("admin_failed", { cause });

/** Refuses once there is an admin (P-03). */
export const refuseSecondAdmin = async (db: Db): Promise<void> => {
  const { data, error } = await db.rpc("has_admin");
  if (error) throw unavailable(error);
  if (data) throw new Refusal("admin_exists");
};

interface Person {
  username: string;
  email: string;
  password: string;
}

/** The account of a call that ended before it was the admin's; refuses where it is another's. */
const findUnfinished = async (db: Db, email: string, cause: unknown): Promise<string> => {
  const id = await accountAt(db, email);
  if (id && (await isUnfinished(db, id))) return id;
  // Of two calls at once with one name, the other may have become the admin meanwhile.
  await refuseSecondAdmin(db);
  throw new Refusal("admin_username_taken", { cause });
};

/** A new account, or the one that an earlier call left, which has that call's password. */
const createUser = async (
  db: Db,
  { username, email, password }: Person,
): Promise<{ id: string; isNew: boolean }> => {
  const { data, error } = await db.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { first_name: username, last_name: "", account_type: "client" },
    app_metadata: MADE_HERE,
  });
  if (!error) return { id: data.user.id, isNew: true };
  if (error.code === "email_exists" || error.code === "user_already_exists") {
    return { id: await findUnfinished(db, email, error), isNew: false };
  }
  if (error.code === "weak_password") {
    throw new Refusal("admin_password", { message: error.message, cause: error });
  }
  throw unavailable(error);
};

/**
 * Creates the account and then makes it the admin, which the database allows once. An account that did not
 * become the admin is deleted again; a repeat completes one that was left because the process ended in between.
 */
export const makeFirstAdmin = async (db: Db, person: Person): Promise<void> => {
  const { id, isNew } = await createUser(db, person);
  const { error } = await db.rpc("make_first_admin", { user_id: id, username: person.username });
  if (!error) {
    // Only now, so that of two calls at once the one that is refused changes nothing.
    const set = isNew || (await db.auth.admin.updateUserById(id, { password: person.password }));
    if (set !== true && set.error) throw unavailable(set.error);
    return;
  }
  if (isNew && (await isUnfinished(db, id))) {
    const removed = await db.auth.admin.deleteUser(id);
    if (removed.error) logFault("admin-setup", removed.error);
  }
  throw error.code === "PT409" ? new Refusal("admin_exists", { cause: error }) : unavailable(error);
};
