// Erases the accounts whose waiting period is over (P-19). The scheduler calls it with the service key.
// Every step can be repeated: after an interruption at any point, the next call continues.
import { requireService } from "../_shared/caller.ts";
import { asService, type Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, logFault, posted } from "../_shared/http.ts";
import { filesOf, removeFiles, stopPayments } from "../_shared/leaving.ts";

/** Accounts in one call: few, so that it ends well within a function's time. */
const AT_ONCE = 5;

/** Payments first, then files, and the rows last, because they refer to the other two. */
const erase = async (db: Db, userId: string): Promise<boolean> => {
  await stopPayments(db, userId);
  await removeFiles(db, await filesOf(db, userId));
  const { data, error } = await db.rpc("erase_account", { p_user: userId });
  if (error) throw new Refusal("delete_failed", { cause: error });
  return data;
};

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return String((cause as { message?: unknown }).message ?? cause);
};

Deno.serve(
  posted("erase-accounts", async (request) => {
    requireService(request);
    const db = asService();
    const taken = await db.rpc("take_deletions", { p_limit: AT_ONCE });
    if (taken.error) throw new Refusal("unavailable", { cause: taken.error });
    let erased = 0;
    for (const userId of taken.data) {
      try {
        if (await erase(db, userId)) erased += 1;
      } catch (error) {
        logFault("erase-accounts", error instanceof Error ? (error.cause ?? error) : error);
        await db.rpc("postpone_deletion", { p_user: userId, p_error: reasonOf(error) });
      }
    }
    return json({ erased, failed: taken.data.length - erased });
  }),
);
