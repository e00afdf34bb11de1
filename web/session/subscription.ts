/** The derived subscription view of spec 1 section 3. */
export interface Subscription {
  isSubscribed: boolean;
  tier: "none" | "monthly" | "yearly";
  /** When it is charged again, or ends if it will not be. */
  expiresAt: string | null;
  cancelAtPeriodEnd: boolean;
  /** Nothing is paid for it: a coupon or an admin gave it. */
  free: boolean;
}

export const NO_SUBSCRIPTION: Subscription = {
  isSubscribed: false,
  tier: "none",
  expiresAt: null,
  cancelAtPeriodEnd: false,
  free: false,
};

interface SubscriberRow {
  subscription_tier: string | null;
  subscription_end: string | null;
  /** The end, or a day later where it will be renewed; null for who is no member. */
  live_until: string | null;
  cancel_at_period_end: boolean;
  promo_code: string | null;
  grant_reason: string | null;
}

/** No row: not subscribed. A row is live until `live_until` (P-11). Any tier but yearly counts as monthly. */
export const toSubscription = (row: SubscriberRow | null, now = Date.now()): Subscription => {
  if (!row) return NO_SUBSCRIPTION;
  const live = row.live_until !== null && Date.parse(row.live_until) > now;
  return {
    isSubscribed: live,
    tier: live ? (row.subscription_tier === "yearly" ? "yearly" : "monthly") : "none",
    expiresAt: row.subscription_end,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    free: Boolean(row.promo_code ?? row.grant_reason),
  };
};
