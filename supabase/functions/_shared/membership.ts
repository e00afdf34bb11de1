import type Stripe from "stripe";
import { GRACE_DAYS, type PlanId, RENEWAL_GRACE_MS } from "#domain/membership/plans.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Db } from "./database.ts";
import { idOf, stripePriceId } from "./stripe.ts";

/** A subscription's meaning for the membership; times are ISO 8601. */
export interface Membership {
  customer: string;
  subscription: string;
  live: boolean;
  /** Live without being charged yet: the plan was chosen for the time after a free one (P-46). */
  trial: boolean;
  /** Live although the payment of its renewal failed: the provider tries again. */
  overdue: boolean;
  tier: PlanId;
  endsAt: string;
  /** What each renewal costs: a later change of the plan leaves it as it is. */
  pence: number | null;
  cancels: boolean;
}

/** Seconds for which a member whose renewal failed is still a member while the provider tries again. */
const GRACE = GRACE_DAYS * 24 * 60 * 60;

const tierOf = (price: Stripe.Price): PlanId =>
  price.id === stripePriceId("yearly") || price.recurring?.interval === "year"
    ? "yearly"
    : "monthly";

/**
 * Reads a subscription's state. Live while active or trialing, and for the first days of a new period while
 * its payment is past due. An incomplete, unpaid, paused or cancelled one is not live.
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
    trial: status === "trialing",
    overdue: status === "past_due",
    tier: tierOf(item.price),
    endsAt: new Date(end() * 1000).toISOString(),
    pence: item.price.currency === "gbp" ? item.price.unit_amount : null,
    // The provider's portal may set the time itself instead of the flag.
    cancels: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  };
};

/**
 * Whether a reading is of a live membership now; one that the provider renews goes on for a day after its end,
 * as in `subscribers.live_until`.
 */
export const isLive = ({ live, endsAt, cancels, overdue }: Membership): boolean =>
  live && Date.parse(endsAt) + (cancels || overdue ? 0 : RENEWAL_GRACE_MS) > Date.now();

/** Whether two readings of a subscription mean the same. */
export const sameMembership = (a: Membership, b: Membership): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * The account of a subscription or invoice: from our checkout's metadata, otherwise from the customer. Null
 * for another product of the same payment account.
 */
export const memberIdOf = async (
  db: Db,
  { metadata, customer }: { metadata: Record<string, string> | null; customer: string | null },
): Promise<string | null> => {
  if (isUuid(metadata?.user_id)) return metadata.user_id;
  if (!customer) return null;
  const { data } = await db
    .from("subscribers")
    .select("user_id")
    .eq("payment_customer", customer)
    .maybeSingle()
    .throwOnError();
  return data?.user_id ?? null;
};

interface PaymentEvent {
  event_id: string;
  event_type: string;
  event_made_at: string;
}

/** Writes what an event left of a member's subscription. Returns the database's result. */
export const applyMembership = async (
  db: Db,
  event: PaymentEvent,
  memberId: string,
  found: Membership,
): Promise<string> => {
  const { data } = await db
    .rpc("apply_payment_event", {
      ...event,
      member_id: memberId,
      customer: found.customer,
      subscription: found.subscription,
      live: found.live,
      tier: found.tier,
      period_end: found.endsAt,
      cancels: found.cancels,
      trial: found.trial,
      overdue: found.overdue,
      ...(found.pence === null ? {} : { price_pence: found.pence }),
    })
    .throwOnError();
  return data;
};
