import { lengthOf } from "#domain/values/characters.ts";
// Deletes an account for an admin, after stopping its payments.

import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { requireAdmin } from "../_shared/caller.ts";
import { asService, type Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, logFault, posted, readObject } from "../_shared/http.ts";
import { filesOf, removeFiles, stopPayments } from "../_shared/leaving.ts";

/** In the admin's own name: the database checks again, and records the admin. */
const deleteAccount = async (admin: Db, userId: string, reason: string): Promise<void> => {
  const { error } = await admin.rpc("admin_delete_user", {
    target_user_id: userId,
    ...(reason ? { reason } : {}),
  });
  if (!error) return;
  const { message } = error;
  if (error.code === "PT404") throw new Refusal("no_such_user", { message, cause: error });
  if (error.code === "PT409") throw new Refusal("last_admin", { message, cause: error });
  throw new Refusal("delete_failed", { cause: error });
};

Deno.serve(
  posted("admin-delete-user", async (request) => {
    const { db } = await requireAdmin(request);
    const { userId, reason = "" } = await readObject(request);
    if (!isUuid(userId)) throw new Refusal("no_such_user");
    if (typeof reason !== "string" || lengthOf(reason) > INPUT_LIMITS.reason) {
      throw new Refusal("bad_reason");
    }
    const service = asService();
    await stopPayments(service, userId);
    const files = await filesOf(service, userId);
    await deleteAccount(db, userId, reason.trim());
    // The account is deleted by now, and nothing refers to its files: a failure is only logged.
    await removeFiles(service, files).catch((error) => logFault("admin-delete-user", error));
    return json({ success: true });
  }),
);
