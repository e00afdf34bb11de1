import { refreshSession } from "#web/session/session.ts";
import type { Db } from "#web/session/site.ts";
import { type Subscription, toSubscription } from "#web/session/subscription.ts";

export interface Membership extends Subscription {
  /** The coupon that gave it, when nothing is paid for it. */
  promoCode: string | null;
}

/** A person's membership as it stands now; throws when it cannot be read. */
export const loadSubscription = async (db: Db, userId: string): Promise<Membership> => {
  const { data, error } = await db
    .from("subscribers")
    .select("subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code")
    .eq("user_id", userId)
    .maybeSingle();
  if (error) throw error;
  return { ...toSubscription(data), promoCode: data?.promo_code ?? null };
};

/** The payment provider tells us of the cancellation by itself; how long to look out for it. */
const LOOKS = 10;
const LOOK_EVERY_MS = 500;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Cancels at the end of what is paid, and waits a little for the database to say so too. Answers what
 * to tell; throws with the spec's words when the function refuses.
 */
export const cancelSubscription = async (db: Db, userId: string): Promise<string> => {
  const { data, error } = await db.functions.invoke<{ message?: unknown }>("cancel-subscription", {
    body: {},
  });
  if (error) throw new Error("Failed to cancel subscription");
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await loadSubscription(db, userId).catch(() => null);
    if (now?.cancelAtPeriodEnd) break;
    await pause(LOOK_EVERY_MS);
  }
  await refreshSession();
  return typeof data?.message === "string"
    ? data.message
    : "Subscription cancelled (will not renew)";
};

/** The address of the payment provider's own page, or what to tell instead. */
export const portalAddress = async (db: Db): Promise<{ url: string } | { refusal: string }> => {
  const { data, error } = await db.functions.invoke<{ url?: unknown }>("customer-portal");
  if (error) {
    return { refusal: (await wordsOf(error)) ?? "Failed to generate customer portal link" };
  }
  if (typeof data?.url !== "string" || !/^https?:/.test(data.url)) {
    return { refusal: "No portal URL returned" };
  }
  return { url: data.url };
};

/** The words of a function's refusal (4xx), where it gave some. */
const wordsOf = async (error: unknown): Promise<string | null> => {
  const context = (error as { context?: unknown }).context;
  if (!(context instanceof Response) || context.status >= 500) return null;
  const body: unknown = await context.json().catch(() => null);
  const message = (body as { error?: unknown } | null)?.error;
  return typeof message === "string" ? message : null;
};
