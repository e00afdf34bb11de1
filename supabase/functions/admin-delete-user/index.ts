// Deletes an account for an admin, and first sees to it that nobody goes on paying for it.
import { requireAdmin } from "../_shared/caller.ts";
import { asService, type Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { memberOf } from "../_shared/member.ts";
import { isMissing, payments } from "../_shared/stripe.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST_REASON = 500;

/** Who pays is not charged again; what the payment provider keeps (invoices) stays there. */
const stopPayments = async (userId: string): Promise<void> => {
  const { subscription } = await memberOf(asService(), userId);
  if (!subscription) return;
  try {
    await payments().subscriptions.update(subscription, { cancel_at_period_end: true });
  } catch (cause) {
    if (!isMissing(cause)) throw new Refusal("delete_failed", { cause });
  }
};

/** In the admin's own name: the database checks once more, and records who it was. */
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
    if (typeof userId !== "string" || !UUID.test(userId)) throw new Refusal("no_such_user");
    if (typeof reason !== "string" || reason.length > LONGEST_REASON) {
      throw new Refusal("bad_reason");
    }
    await stopPayments(userId);
    await deleteAccount(db, userId, reason.trim());
    return json({ success: true });
  }),
);
