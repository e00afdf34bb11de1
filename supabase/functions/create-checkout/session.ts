import type Stripe from "stripe";
import type { PlanId } from "#domain/membership/plans.ts";
import { sitePage } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";

/** The return address; the server chooses it and ignores the caller's (P-14). */
export const PAID_PAGE = "/membership?success=true";
const CHOSEN_PAGE = "/membership?chosen=true";
const CANCELED_PAGE = "/membership?canceled=true";

/** Statuses in which a subscription charges or may charge again. */
const OPEN_STATES = ["active", "trialing", "past_due", "unpaid", "paused"];

/**
 * Refuses a person with a subscription at the payment provider, including one with a late payment or one
 * that the webhook has not reported yet: it would charge in addition to the new one.
 */
export const refuseSecondSubscription = async (stripe: Stripe, customer: string): Promise<void> => {
  const { data } = await stripe.subscriptions.list({ customer, limit: 10 });
  if (data.some(({ status }) => OPEN_STATES.includes(status)))
    throw new Refusal("already_subscribed");
};

/** Closes every checkout page that is still open: a person who took the free year must not pay on one. */
export const closeCheckouts = async (stripe: Stripe, customer: string): Promise<void> => {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 10 });
  await Promise.all(data.map(({ id }) => stripe.checkout.sessions.expire(id)));
};

/**
 * The address of a checkout page for this plan. Nobody can pay twice by opening two: an open page of the
 * same plan is returned again, and one of the other plan is closed first. The idempotency key names the
 * newest known session, so two calls at once create one session, and a later call after it expired creates
 * another. With `startsAt` (seconds) nothing is charged before: until then it is a trial.
 */
export const checkoutUrl = async (
  stripe: Stripe,
  {
    userId,
    customer,
    plan,
    price,
    startsAt,
  }: {
    userId: string;
    customer: string;
    plan: PlanId;
    price: string;
    startsAt: number | null;
  },
): Promise<string> => {
  await refuseSecondSubscription(stripe, customer);
  const { data: sessions } = await stripe.checkout.sessions.list({ customer, limit: 10 });
  const open = sessions.filter(({ status }) => status === "open");
  const starts = startsAt === null ? "" : String(startsAt);
  const same = open.find(
    ({ metadata }) => metadata?.price === price && (metadata.starts ?? "") === starts,
  );
  await Promise.all(
    open.filter((one) => one !== same).map(({ id }) => stripe.checkout.sessions.expire(id)),
  );
  if (same?.url) return same.url;

  const metadata = { user_id: userId, plan, price, ...(starts && { starts }) };
  const made = await stripe.checkout.sessions.create(
    {
      mode: "subscription",
      customer,
      client_reference_id: userId,
      line_items: [{ price, quantity: 1 }],
      metadata,
      subscription_data: { metadata, ...(startsAt !== null && { trial_end: startsAt }) },
      success_url: sitePage(startsAt === null ? PAID_PAGE : CHOSEN_PAGE),
      cancel_url: sitePage(CANCELED_PAGE),
    },
    { idempotencyKey: `checkout:${userId}:${price}:${starts}:${sessions[0]?.id ?? "first"}` },
  );
  if (!made.url) throw new Error("The payment provider gave no address");
  return made.url;
};
