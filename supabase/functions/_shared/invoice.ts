import type Stripe from "stripe";
import type { Db } from "./database.ts";
import { memberIdOf } from "./membership.ts";
import { idOf } from "./stripe.ts";

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The purchased period: the last line's, because a change of plan credits the old one first. */
const periodOf = ({ lines }: Stripe.Invoice): { start: string; end: string } | null => {
  const period = lines?.data.at(-1)?.period;
  return period ? { start: iso(period.start), end: iso(period.end) } : null;
};

/** The payer's account, or null if the invoice is not ours. */
export const payerOf = (db: Db, invoice: Stripe.Invoice): Promise<string | null> =>
  memberIdOf(db, {
    metadata: invoice.parent?.subscription_details?.metadata ?? null,
    customer: idOf(invoice.customer),
  });

/**
 * Writes a paid invoice for its payer, once; nothing for one without an amount (a free period).
 * @returns whether it was new.
 */
export const recordPaidInvoice = async (db: Db, invoice: Stripe.Invoice): Promise<boolean> => {
  const payer = invoice.amount_paid > 0 && invoice.id ? await payerOf(db, invoice) : null;
  if (!payer || !invoice.id) return false;
  const period = periodOf(invoice);
  const { data } = await db
    .rpc("record_payment", {
      p_id: invoice.id,
      p_member: payer,
      p_paid_at: iso(invoice.status_transitions?.paid_at ?? invoice.created),
      p_pence: invoice.amount_paid,
      p_currency: invoice.currency,
      ...(invoice.number ? { p_number: invoice.number } : {}),
      ...(period ? { p_period_start: period.start, p_period_end: period.end } : {}),
      ...(invoice.hosted_invoice_url?.startsWith("https://")
        ? { p_receipt_url: invoice.hosted_invoice_url }
        : {}),
    })
    .throwOnError();
  return data;
};
