import { CANCELLED } from "#domain/membership/checkout-messages.ts";
import type { PlanId } from "#domain/membership/plans.ts";
import { faultOf } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import { callFunction } from "#web/session/refusal.ts";
import { refreshSession } from "#web/session/session.ts";
import { type Subscription, toSubscription } from "#web/session/subscription.ts";

/** A paid invoice, as its payer sees it. */
export interface Receipt {
  id: string;
  paid_at: string;
  pence: number;
  currency: string;
  number: string | null;
  receipt_url: string | null;
}

export interface Membership extends Subscription {
  /** The coupon that gave it, if nothing is paid for it. */
  promoCode: string | null;
  /** Why an admin granted it, if one did. */
  grantReason: string | null;
  /** What each renewal costs this member; null if it is not known, or nothing is paid. */
  renewalPence: number | null;
  /** Newest first, at most `RECEIPTS`. */
  receipts: Receipt[];
}

/** Two years of monthly payments; older ones are on the payment provider's own page. */
const RECEIPTS = 24;

/** A person's current membership; throws if it cannot be loaded. */
export const loadSubscription = async (db: Db, userId: string): Promise<Membership> => {
  const [member, payments] = await Promise.all([
    db
      .from("subscribers")
      .select(
        "subscription_tier, subscription_end, live_until, cancel_at_period_end, promo_code, grant_reason, renewal_pence",
      )
      .eq("user_id", userId)
      .maybeSingle()
      .throwOnError(),
    db
      .from("payments")
      .select("id, paid_at, pence, currency, number, receipt_url")
      .eq("user_id", userId)
      .order("paid_at", { ascending: false })
      .limit(RECEIPTS)
      .throwOnError(),
  ]);
  return {
    ...toSubscription(member.data),
    promoCode: member.data?.promo_code ?? null,
    grantReason: member.data?.grant_reason ?? null,
    renewalPence: member.data?.renewal_pence ?? null,
    receipts: payments.data,
  };
};

/** How long to wait for the payment provider's own message about the cancellation. */
const POLLS = 20;
const POLL_MS = 500;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Waits briefly until the database shows what was requested from the payment provider. */
const waitUntil = async (
  db: Db,
  userId: string,
  isDone: (now: Membership) => boolean,
): Promise<void> => {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const now = await loadSubscription(db, userId).catch(() => null);
    if (now && isDone(now)) break;
    await pause(POLL_MS);
  }
  await refreshSession();
};

/**
 * Reverses a cancellation, or moves to the other plan, and waits briefly for the database to show it, with
 * the receipt of a year that begins at once. `pence` is the sum that the page showed.
 *
 * @throws an error that faultOf reads
 */
export const changeSubscription = async (
  db: Db,
  userId: string,
  change: { resume: true } | { plan: PlanId; pence: number },
): Promise<void> => {
  const paid = async () => (await loadSubscription(db, userId).catch(() => null))?.receipts[0]?.id;
  const before = "plan" in change && change.plan === "yearly" ? await paid() : undefined;
  await callFunction(db, "change-subscription", change);
  await waitUntil(db, userId, (now) => {
    if ("resume" in change) return !now.cancelAtPeriodEnd;
    // What begins after free time has no receipt yet.
    const free = now.promoCode !== null || now.grantReason !== null;
    const receiptIsThere = free || change.plan === "monthly" || now.receipts[0]?.id !== before;
    return now.tier === change.plan && receiptIsThere;
  });
};

/**
 * Cancels at the end of the paid period, and waits briefly for the database to show it. Returns the
 * message.
 *
 * @throws an error that faultOf reads
 */
export const cancelSubscription = async (db: Db, userId: string): Promise<string> => {
  const data = await callFunction<{ message?: unknown }>(db, "cancel-subscription");
  await waitUntil(db, userId, (now) => now.cancelAtPeriodEnd);
  return typeof data?.message === "string" ? data.message : CANCELLED;
};

/** The address of the payment provider's own page, or a message instead. */
export const portalAddress = async (db: Db): Promise<{ url: string } | { refusal: string }> => {
  try {
    const data = await callFunction<{ url?: unknown }>(db, "customer-portal");
    if (typeof data?.url === "string" && /^https?:/.test(data.url)) return { url: data.url };
    return { refusal: "No portal URL returned" };
  } catch (error) {
    return { refusal: faultOf(error, "Failed to generate customer portal link").message };
  }
};
