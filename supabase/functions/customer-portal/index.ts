// Returns the address of the payment provider's page where a member manages card and invoices.
import { requireCaller } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { sitePage } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted } from "../_shared/http.ts";
import { memberOf } from "../_shared/member.ts";
import { isMissing, payments } from "../_shared/stripe.ts";

Deno.serve(
  posted("customer-portal", async (request) => {
    const caller = await requireCaller(request);
    const { customer } = await memberOf(asService(), caller.id);
    if (!customer) throw new Refusal("nothing_to_manage");
    try {
      const { url } = await payments().billingPortal.sessions.create({
        customer,
        return_url: sitePage("/account?tab=payments"),
      });
      return json({ url });
    } catch (cause) {
      throw new Refusal(isMissing(cause) ? "nothing_to_manage" : "payment_failed", { cause });
    }
  }),
);
