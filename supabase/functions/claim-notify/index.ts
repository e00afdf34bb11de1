// Asks a business at its own address whether a claim is right, as the claimant (P-27). Asking again on the
// same day sends nothing. The response never contains the address.
import { isUuid } from "#domain/values/uuid.ts";
import { requireCaller, tokenOf } from "../_shared/caller.ts";
import { asCaller } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";

Deno.serve(
  posted("claim-notify", async (request) => {
    await requireCaller(request);
    const { businessId } = await readObject(request);
    if (!isUuid(businessId)) throw new Refusal("bad_business");
    // The database decides in the caller's name whose claim it is.
    const { data, error } = await asCaller(tokenOf(request)).rpc("notify_claim", {
      business_id: businessId,
    });
    if (error?.code === "PT404") throw new Refusal("no_such_claim", { cause: error });
    if (error) throw new Refusal("unavailable", { cause: error });
    return json({ emailed: data });
  }),
);
