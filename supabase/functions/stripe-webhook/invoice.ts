import type Stripe from "stripe";
import type { Db } from "../_shared/database.ts";
import { payerOf, recordPaidInvoice } from "../_shared/invoice.ts";

/**
 * Stores the receipt of a paid invoice, and informs the member of one that could not be paid; once each.
 */
export const recordInvoice = async (db: Db, event: Stripe.Event): Promise<void> => {
  if (event.type === "invoice.paid") {
    await recordPaidInvoice(db, event.data.object);
    return;
  }
  if (event.type !== "invoice.payment_failed") return;
  const invoice = event.data.object;
  // The first payment fails in front of the buyer, on the payment provider's own page.
  if (invoice.billing_reason === "subscription_create") return;
  const payer = await payerOf(db, invoice);
  if (!payer) return;
  await db
    .rpc("notify_failed_payment", { p_id: invoice.id ?? event.id, p_member: payer })
    .throwOnError();
};
