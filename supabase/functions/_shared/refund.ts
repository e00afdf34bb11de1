import type Stripe from "stripe";
import type { Db } from "./database.ts";
import { Refusal } from "./errors.ts";
import { payerOf } from "./invoice.ts";
import { idOf } from "./stripe.ts";

/** Reads of one refund before it fails and the provider sends the event again. */
const ROUNDS = 4;

/** Whether money is paid back, or still may be. */
export const counts = ({ status }: Stripe.Refund): boolean =>
  status !== "failed" && status !== "canceled";

/** Whether a refund pays back a membership; another product may share the payment account. */
export const isOurs = async (stripe: Stripe, db: Db, refund: Stripe.Refund): Promise<boolean> => {
  const intent = idOf(refund.payment_intent);
  if (!intent) return false;
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intent },
    expand: ["data.invoice"],
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (!invoice || typeof invoice === "string" || !("lines" in invoice)) return false;
  return (await payerOf(db, invoice)) !== null;
};

/**
 * Writes a refund as the provider has it, independent of the event and of the order of events. It is
 * read again after writing, because another event may have written something older meanwhile.
 */
export const recordRefund = async (stripe: Stripe, db: Db, id: string): Promise<string> => {
  let written: string | null = null;
  for (let round = 1; round <= ROUNDS; round++) {
    const refund = await stripe.refunds.retrieve(id);
    const found = `${counts(refund)} ${refund.amount}`;
    if (found === written) return counts(refund) ? "refunded" : "not refunded";
    if (!written && !(await isOurs(stripe, db, refund))) return "not ours";
    await db
      .rpc("record_refund", {
        p_id: refund.id,
        p_refunded_at: new Date(refund.created * 1000).toISOString(),
        p_pence: refund.amount,
        p_currency: refund.currency,
        p_counts: counts(refund),
      })
      .throwOnError();
    written = found;
  }
  throw new Refusal("unavailable");
};
