// Compares the payment provider's subscriptions and invoices with the database, and mends the
// database. The webhook keeps them equal; this is for what it never heard of.
import { requireService } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readObject } from "../_shared/http.ts";
import { payments } from "../_shared/stripe.ts";
import { reconcile } from "./reconcile.ts";

Deno.serve(
  posted("reconcile-payments", async (request) => {
    requireService(request);
    const { after, checkOnly } = await readObject(request);
    try {
      return json(
        await reconcile(payments(), asService(), {
          after: typeof after === "string" ? after : null,
          checkOnly: checkOnly === true,
        }),
      );
    } catch (cause) {
      throw cause instanceof Refusal ? cause : new Refusal("payment_failed", { cause });
    }
  }),
);
