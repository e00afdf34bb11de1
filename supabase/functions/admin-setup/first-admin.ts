import type { Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { logFault } from "../_shared/http.ts";

const unavailable = (cause: unknown) => new Refusal("admin_failed", { cause });

/** Refuses once there is an admin (P-03). */
export const refuseSecondAdmin = async (db: Db): Promise<void> => {
  const { data, error } = await db.rpc("has_admin");
  if (error) throw unavailable(error);
  if (data) throw new Refusal("admin_exists");
};

const createUser = async (
  db: Db,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<string> => {
  const { data, error } = await db.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { first_name: username, last_name: "", account_type: "client" },
  });
  if (!error) return data.user.id;
  if (error.code === "email_exists" || error.code === "user_already_exists") {
    // Of two calls at once with one name, the other may have become the admin meanwhile.
    await refuseSecondAdmin(db);
    throw new Refusal("admin_username_taken", { cause: error });
  }
  if (error.code === "weak_password") {
    throw new Refusal("admin_password", { message: error.message, cause: error });
  }
  throw unavailable(error);
};

/**
 * Creates the account and then makes it the admin, which the database allows once. An account that did not
 * become the admin is deleted again; the database refuses to delete one that did.
 */
export const makeFirstAdmin = async (
  db: Db,
  person: { username: string; email: string; password: string },
): Promise<void> => {
  const id = await createUser(db, person);
  const { error } = await db.rpc("make_first_admin", { user_id: id, username: person.username });
  if (!error) return;
  const removed = await db.auth.admin.deleteUser(id);
  if (removed.error) logFault("admin-setup", removed.error);
  throw error.code === "PT409" ? new Refusal("admin_exists", { cause: error }) : unavailable(error);
};
