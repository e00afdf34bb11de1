// Creates a provider's account for an admin, and invites its owner; or invites them again.
import { requireAdmin } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { detailsOf } from "./details.ts";
import { createProvider, inviteAgain } from "./provider.ts";

Deno.serve(
  posted("admin-create-provider", async (request) => {
    const { db } = await requireAdmin(request);
    const body = await readObject(request);
    if (typeof body.inviteAgain === "string") {
      await inviteAgain(asService(), body.inviteAgain);
      return json({ success: true });
    }
    const details = detailsOf(body);
    const userId = await createProvider(asService(), db, details);
    return json({ success: true, userId, invited: details.email !== "" });
  }),
);
