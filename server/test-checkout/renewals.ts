import type { Queryable } from "supabase-compatible-backend/database";
import type { Emit } from "./deliveries.ts";
import { invoiceFor } from "./invoices.ts";
import { put, take, takeDue } from "./store.ts";
import { itemOf, withItem } from "./subscriptions.ts";
import { addMonths, type Invoice, newId, type Subscription } from "./things.ts";

const renewed = (subscription: Subscription, invoice: string): Subscription => {
  const item = itemOf(subscription);
  const months = item.price.recurring.interval === "year" ? 12 : 1;
  // Counted from the first day, so that a 31st returns after a shorter month.
  let count = months;
  while (addMonths(subscription.billing_cycle_anchor, count) <= item.current_period_end) {
    count += months;
  }
  const period = {
    current_period_start: item.current_period_end,
    current_period_end: addMonths(subscription.billing_cycle_anchor, count),
  };
  return { ...withItem(subscription, period), latest_invoice: invoice };
};

const renew = async (
  tx: Queryable,
  emit: Emit,
  { subscription, now, fails }: { subscription: Subscription; now: number; fails: boolean },
): Promise<void> => {
  const id = newId("in");
  const next: Subscription = {
    ...renewed(subscription, id),
    status: fails ? "past_due" : "active",
  };
  const { price, current_period_start: start, current_period_end: end } = itemOf(next);
  const invoice = invoiceFor(next, {
    id,
    pence: price.unit_amount,
    now,
    reason: "subscription_cycle",
    period: { start, end },
    paid: !fails,
  });
  for (const thing of [next, invoice]) await put(tx, thing);
  await emit(tx, "customer.subscription.updated", next);
  await emit(tx, fails ? "invoice.payment_failed" : "invoice.paid", invoice);
};

const end = async (
  tx: Queryable,
  emit: Emit,
  subscription: Subscription,
  endedAt: number,
): Promise<void> => {
  const ended = await put(tx, { ...subscription, status: "canceled" as const, ended_at: endedAt });
  await emit(tx, "customer.subscription.deleted", ended);
};

/** Renews or ends one subscription whose period is over; false if there was none. */
export const turnOver = async (tx: Queryable, emit: Emit, now: number): Promise<boolean> => {
  const subscription = await takeDue(tx, now);
  if (!subscription) return false;
  const { current_period_end } = itemOf(subscription);
  // One whose payment was late for a whole period is abandoned, as at the provider.
  if (subscription.cancel_at_period_end || subscription.status === "past_due") {
    await end(tx, emit, subscription, current_period_end);
  } else {
    await renew(tx, emit, { subscription, now, fails: false });
  }
  return true;
};

/**
 * For trials: acts as if the period ended now. It renews; with `fails` its payment is refused; a cancelled
 * one ends.
 */
export const skipToEnd = async (
  tx: Queryable,
  emit: Emit,
  { id, fails, now }: { id: string; fails: boolean; now: number },
): Promise<void> => {
  const subscription = await take(tx, "subscription", id);
  if (subscription.status === "canceled") return;
  const item = itemOf(subscription);
  const start = addMonths(now, item.price.recurring.interval === "year" ? -12 : -1);
  const period = { current_period_start: start, current_period_end: now };
  const over = { ...withItem(subscription, period), billing_cycle_anchor: start };
  if (over.cancel_at_period_end) await end(tx, emit, over, now);
  else await renew(tx, emit, { subscription: over, now, fails });
};

/** Pays what is overdue, if anything. */
export const payLate = async (
  tx: Queryable,
  emit: Emit,
  { id, now }: { id: string; now: number },
): Promise<void> => {
  const subscription = await take(tx, "subscription", id);
  if (subscription.status !== "past_due") return;
  const invoice = await take(tx, "invoice", subscription.latest_invoice);
  const paid: Invoice = {
    ...invoice,
    status: "paid",
    amount_paid: invoice.amount_due,
    status_transitions: { paid_at: now },
  };
  const active: Subscription = { ...subscription, status: "active" };
  for (const thing of [active, paid]) await put(tx, thing);
  await emit(tx, "customer.subscription.updated", active);
  await emit(tx, "invoice.paid", paid);
};
