import type Stripe from "stripe";
import type { PlanId } from "#domain/plans.ts";
import { idOf, priceOf } from "../_shared/stripe.ts";

/** What a subscription means for membership; times are ISO 8601. */
export interface Membership {
  customer: string;
  subscription: string;
  live: boolean;
  tier: PlanId;
  endsAt: string;
  cancels: boolean;
}

/** Seconds that a member whose renewal failed stays a member while the provider tries again. */
const GRACE = 7 * 24 * 60 * 60;

const tierOf = (price: Stripe.Price): PlanId =>
  price.id === priceOf("yearly") || price.recurring?.interval === "year" ? "yearly" : "monthly";

/**
 * Reads a subscription's state. Live while active or trialing; while a renewal is past due, for the
 * first days of the new period only. An incomplete, unpaid, paused or canceled one is not live.
 */
export const membershipFrom = (subscription: Stripe.Subscription): Membership => {
  const item = subscription.items.data[0];
  const customer = idOf(subscription.customer);
  if (!item || !customer) throw new Error("The subscription has no item or no customer");
  const { status } = subscription;
  const end = (): number => {
    if (status === "past_due") return item.current_period_start + GRACE;
    return subscription.ended_at ?? item.current_period_end;
  };
  return {
    customer,
    subscription: subscription.id,
    live: status === "active" || status === "trialing" || status === "past_due",
    tier: tierOf(item.price),
    endsAt: new Date(end() * 1000).toISOString(),
    // The provider's portal may set the moment itself instead of the flag.
    cancels: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  };
};
