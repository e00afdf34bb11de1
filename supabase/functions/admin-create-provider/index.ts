// Creates a provider's account for an admin, and invites its owner.
import { requireAdmin } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { detailsOf } from "./details.ts";
import { createProvider } from "./provider.ts";

Deno.serve(
  posted("admin-create-provider", async (request) => {
    const { db } = await requireAdmin(request);
    const details = detailsOf(await readObject(request));
    const userId = await createProvider(asService(), db, details);
    return json({ success: true, userId, invited: details.email !== "" });
  }),
);
