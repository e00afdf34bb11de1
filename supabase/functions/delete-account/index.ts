// Requests the deletion of the caller's own account. Nothing is erased yet: signing in within the waiting
// period cancels it (P-19).
import { DELETION_WORD } from "#domain/accounts/leaving.ts";
import { requireProvenCaller } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { stopPayments } from "../_shared/leaving.ts";

Deno.serve(
  posted("delete-account", async (request) => {
    const { confirmation } = await readObject(request);
    if (confirmation !== DELETION_WORD) throw new Refusal("deletion_not_confirmed");
    const { id } = await requireProvenCaller(request);
    const db = asService();
    await stopPayments(db, id);
    const { data, error } = await db.rpc("schedule_deletion", { p_user: id });
    if (error?.code === "PT409") {
      throw new Refusal("last_admin", { message: error.message, cause: error });
    }
    if (error) throw new Refusal("deletion_failed", { cause: error });
    return json({ eraseAfter: data });
  }),
);
