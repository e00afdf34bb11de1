import type { Queryable } from "supabase-compatible-backend/database";
import type { Emit } from "./deliveries.ts";
import { Fault } from "./faults.ts";
import { invoiceFor } from "./invoices.ts";
import { planOf, testPrice } from "./prices.ts";
import { put, take } from "./store.ts";
import { addMonths, type CheckoutSession, newId, type Subscription } from "./things.ts";

/** Open until it is used, expired by its seller, or a day old. */
export const statusOf = (session: CheckoutSession, now: number): CheckoutSession["status"] =>
  session.status === "open" && session.expires_at <= now ? "expired" : session.status;

/**
 * Completes a checkout as a working card would: the subscription begins, and the provider's events are
 * written in the same transaction. A second press pays nothing again. 400 if the session has expired.
 */
export const pay = async (
  tx: Queryable,
  emit: Emit,
  sessionId: string,
  now: number,
): Promise<CheckoutSession> => {
  const session = await take(tx, "checkout.session", sessionId);
  const status = statusOf(session, now);
  if (status === "complete") return session;
  const plan = planOf(session.price_id);
  if (status === "expired" || !plan) throw new Fault(400, "This checkout has expired.");

  const base = {
    id: newId("sub"),
    customer: session.customer,
    metadata: session.subscription_metadata,
  };
  // A trial is a period that costs nothing; the first charge is at its end.
  const trialEnd = session.trial_end ?? null;
  const period = { start: now, end: trialEnd ?? addMonths(now, plan.months) };
  const invoice = invoiceFor(base, {
    id: newId("in"),
    pence: session.amount_total,
    now,
    reason: "subscription_create",
    period,
  });
  const subscription: Subscription = {
    ...base,
    object: "subscription",
    created: now,
    livemode: false,
    status: trialEnd === null ? "active" : "trialing",
    currency: "gbp",
    billing_cycle_anchor: trialEnd ?? now,
    trial_end: trialEnd,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: invoice.id,
    items: {
      object: "list",
      has_more: false,
      data: [
        {
          id: newId("si"),
          object: "subscription_item",
          quantity: 1,
          price: testPrice(plan),
          current_period_start: period.start,
          current_period_end: period.end,
        },
      ],
    },
  };
  const paid: CheckoutSession = {
    ...session,
    status: "complete",
    payment_status: trialEnd === null ? "paid" : "no_payment_required",
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
  };
  for (const thing of [subscription, invoice, paid]) await put(tx, thing);
  await emit(tx, "customer.subscription.created", subscription);
  await emit(tx, "invoice.paid", invoice);
  await emit(tx, "checkout.session.completed", paid);
  return paid;
};
