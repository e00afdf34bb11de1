import type { Invoice, Subscription } from "./things.ts";

/** The invoice of a subscription's period; paid unless stated. */
export const invoiceFor = (
  subscription: Pick<Subscription, "id" | "customer" | "metadata">,
  {
    id,
    pence,
    now,
    reason,
    period,
    paid = true,
  }: {
    id: string;
    pence: number;
    now: number;
    reason: Invoice["billing_reason"];
    period: { start: number; end: number };
    paid?: boolean;
  },
): Invoice => ({
  id,
  object: "invoice",
  created: now,
  livemode: false,
  status: paid ? "paid" : "open",
  billing_reason: reason,
  currency: "gbp",
  amount_due: pence,
  amount_paid: paid ? pence : 0,
  customer: subscription.customer,
  number: `TEST-${id.slice(-8).toUpperCase()}`,
  status_transitions: { paid_at: paid ? now : null },
  lines: { object: "list", has_more: false, data: [{ period }] },
  parent: {
    type: "subscription_details",
    subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
  },
});
