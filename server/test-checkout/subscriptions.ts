import type { Queryable } from "supabase-compatible-backend/database";
import type { Emit } from "./deliveries.ts";
import { Fault } from "./faults.ts";
import { invoiceFor } from "./invoices.ts";
import { planOf, testPrice } from "./prices.ts";
import { put, take } from "./store.ts";
import { addMonths, newId, type Subscription } from "./things.ts";

/** The single subscribed item. */
export const itemOf = (subscription: Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
};

/** The subscription with its item changed: another period, another price. */
export const withItem = (
  subscription: Subscription,
  changes: Partial<Subscription["items"]["data"][number]>,
): Subscription => ({
  ...subscription,
  items: { ...subscription.items, data: [{ ...itemOf(subscription), ...changes }] },
});

const ended = () =>
  new Fault(400, "A canceled subscription can only update its cancellation_details.");

/** Sets or reverses the cancellation at the end of the period; 400 for one that has ended. */
export const setCancellation = async (
  tx: Queryable,
  emit: Emit,
  { id, cancel, now }: { id: string; cancel: boolean; now: number },
): Promise<Subscription> => {
  const subscription = await take(tx, "subscription", id);
  if (subscription.status === "canceled") {
    throw ended();
  }
  if (subscription.cancel_at_period_end === cancel) return subscription;
  const changed = await put(tx, {
    ...subscription,
    cancel_at_period_end: cancel,
    cancel_at: cancel ? itemOf(subscription).current_period_end : null,
    canceled_at: cancel ? now : null,
  });
  await emit(tx, "customer.subscription.updated", changed);
  return changed;
};

/**
 * Moves a subscription to another plan. A new period begins and is paid at once, less the unused time of
 * the old one; a trial goes on. 400 for one that has ended, or for an unknown price.
 */
export const changePlan = async (
  tx: Queryable,
  emit: Emit,
  { id, priceId, now }: { id: string; priceId: string; now: number },
): Promise<Subscription> => {
  const subscription = await take(tx, "subscription", id);
  const plan = planOf(priceId);
  if (!plan) throw new Fault(400, `No such price: '${priceId}'`, { code: "resource_missing" });
  if (subscription.status === "canceled") {
    throw ended();
  }
  const item = itemOf(subscription);
  if (item.price.id === priceId) return subscription;
  if (subscription.status === "trialing") {
    const switched = await put(tx, {
      ...withItem(subscription, { price: testPrice(plan) }),
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
    });
    await emit(tx, "customer.subscription.updated", switched);
    return switched;
  }
  const length = item.current_period_end - item.current_period_start;
  const left = Math.max(item.current_period_end - now, 0) / Math.max(length, 1);
  const credit = Math.round(item.price.unit_amount * left);
  const period = { start: now, end: addMonths(now, plan.months) };
  const invoice = invoiceFor(subscription, {
    id: newId("in"),
    pence: Math.max(plan.pence - credit, 0),
    now,
    reason: "subscription_update",
    period,
  });
  const changed: Subscription = {
    ...withItem(subscription, {
      price: testPrice(plan),
      current_period_start: period.start,
      current_period_end: period.end,
    }),
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    latest_invoice: invoice.id,
  };
  for (const thing of [changed, invoice]) await put(tx, thing);
  await emit(tx, "customer.subscription.updated", changed);
  await emit(tx, "invoice.paid", invoice);
  return changed;
};
