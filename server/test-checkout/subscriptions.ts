import type { Queryable } from "#backend/kernel/database.ts";
import { PLANS, type Plan } from "#domain/plans.ts";
import type { Emit } from "./deliveries.ts";
import { Fault } from "./faults.ts";
import { put, take, takeDue } from "./store.ts";
import {
  addMonths,
  type CheckoutSession,
  type Invoice,
  newId,
  type Price,
  type Subscription,
} from "./things.ts";

/** What is sold here: the plans, as the provider's prices. */
export const priceIdOf = (plan: Plan): string => `price_test_${plan.id}`;

export const planOf = (priceId: string): Plan | undefined =>
  Object.values(PLANS).find((plan) => priceIdOf(plan) === priceId);

const priceOf = (plan: Plan): Price => ({
  id: priceIdOf(plan),
  object: "price",
  currency: "gbp",
  unit_amount: plan.pence,
  nickname: plan.label,
  recurring: { interval: plan.id === "yearly" ? "year" : "month", interval_count: 1 },
});

const itemOf = (subscription: Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
};

const invoiceFor = (
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

/** Open until it is used, closed by its shop, or a day old. */
export const statusOf = (session: CheckoutSession, now: number): CheckoutSession["status"] =>
  session.status === "open" && session.expires_at <= now ? "expired" : session.status;

/**
 * Completes a checkout as a card that works would: the subscription begins, and the events that the
 * provider sends are written in the same transaction. A second press pays nothing again.
 * 400 when the session has expired.
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
  const period = { start: now, end: addMonths(now, plan.months) };
  const invoice = invoiceFor(base, {
    id: newId("in"),
    pence: plan.pence,
    now,
    reason: "subscription_create",
    period,
  });
  const subscription: Subscription = {
    ...base,
    object: "subscription",
    created: now,
    livemode: false,
    status: "active",
    currency: "gbp",
    billing_cycle_anchor: now,
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
          price: priceOf(plan),
          current_period_start: period.start,
          current_period_end: period.end,
        },
      ],
    },
  };
  const paid: CheckoutSession = {
    ...session,
    status: "complete",
    payment_status: "paid",
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

/** Sets or takes back the cancellation at the end of the period; 400 for one that has ended. */
export const setCancellation = async (
  tx: Queryable,
  emit: Emit,
  { id, cancel, now }: { id: string; cancel: boolean; now: number },
): Promise<Subscription> => {
  const subscription = await take(tx, "subscription", id);
  if (subscription.status === "canceled") {
    throw new Fault(400, "A canceled subscription can only update its cancellation_details.");
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

const renewed = (subscription: Subscription, invoice: string): Subscription => {
  const item = itemOf(subscription);
  const months = item.price.recurring.interval === "year" ? 12 : 1;
  // Counted from the first day, so that a 31st comes back after a shorter month.
  let count = months;
  while (addMonths(subscription.billing_cycle_anchor, count) <= item.current_period_end) {
    count += months;
  }
  const period = {
    current_period_start: item.current_period_end,
    current_period_end: addMonths(subscription.billing_cycle_anchor, count),
  };
  return {
    ...subscription,
    latest_invoice: invoice,
    items: { ...subscription.items, data: [{ ...item, ...period }] },
  };
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

/** Renews or ends one subscription whose period is over; false when there was none. */
export const turnOver = async (tx: Queryable, emit: Emit, now: number): Promise<boolean> => {
  const subscription = await takeDue(tx, now);
  if (!subscription) return false;
  const { current_period_end } = itemOf(subscription);
  // One whose payment was late through a whole period is given up, as the provider does.
  if (subscription.cancel_at_period_end || subscription.status === "past_due") {
    await end(tx, emit, subscription, current_period_end);
  } else {
    await renew(tx, emit, { subscription, now, fails: false });
  }
  return true;
};

/**
 * For trying things out: as if the period ended at this moment. It renews, with `fails` its payment
 * is refused, and what was cancelled ends.
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
  const over: Subscription = {
    ...subscription,
    billing_cycle_anchor: start,
    items: { ...subscription.items, data: [{ ...item, ...period }] },
  };
  if (over.cancel_at_period_end) await end(tx, emit, over, now);
  else await renew(tx, emit, { subscription: over, now, fails });
};

/** Pays what is late; nothing when nothing is. */
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

/**
 * Moves a subscription to another plan: a new period begins, paid at once, less what was left of the
 * old one (by time). 400 for one that has ended or an unknown price.
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
    throw new Fault(400, "A canceled subscription can only update its cancellation_details.");
  }
  const item = itemOf(subscription);
  if (item.price.id === priceId) return subscription;
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
    ...subscription,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    latest_invoice: invoice.id,
    items: {
      ...subscription.items,
      data: [
        {
          ...item,
          price: priceOf(plan),
          current_period_start: period.start,
          current_period_end: period.end,
        },
      ],
    },
  };
  for (const thing of [changed, invoice]) await put(tx, thing);
  await emit(tx, "customer.subscription.updated", changed);
  await emit(tx, "invoice.paid", invoice);
  return changed;
};
