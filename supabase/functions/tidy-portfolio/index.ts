// Deletes files that were uploaded and never used, or left behind by what was deleted, also by an account. The
// scheduler calls it with the service key; a file that fails is found again by the next run.
import { requireService } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { json, posted } from "../_shared/http.ts";
import { removeFiles } from "../_shared/leaving.ts";

Deno.serve(
  posted("tidy-portfolio", async (request) => {
    requireService(request);
    const db = asService();
    const { data } = await db.rpc("unused_files").throwOnError();
    await removeFiles(db, data);
    return json({ removed: data.length });
  }),
);
