import type { PlanId } from "#domain/plans.ts";
import type { Db } from "#web/session/site.ts";

/** What a function of ours answers when it refuses. */
interface Refusal {
  code?: string;
  message?: string;
  error?: string;
}

/**
 * Starts a payment, or redeems the coupon. The server chooses where the buyer comes back to
 * (decision 14); the address that is sent only keeps the call as spec 2 section 7 has it.
 * @returns where the browser goes next.
 * @throws Error with the words to show.
 */
export const startCheckout = async (
  db: Db,
  { plan, couponCode }: { plan: PlanId; couponCode: string | null },
): Promise<string> => {
  const returnUrl = `${window.location.origin}/membership?success=true`;
  const { data, error } = await db.functions.invoke<{ url?: string }>("create-checkout", {
    body: { plan, couponCode, returnUrl },
  });
  if (error) {
    const context: unknown = error.context;
    const refusal: Refusal | null =
      context instanceof Response ? await context.json().catch(() => null) : null;
    throw new Error(refusal?.message ?? refusal?.error ?? "Failed to process payment");
  }
  if (!data?.url) throw new Error("No checkout URL returned");
  return data.url;
};

/** The catalogue's words for a failed checkout (spec 2 section 8), and whether the coupon is gone. */
export const checkoutFailure = (message: string): { text: string; dropCoupon: boolean } => {
  if (/fully claimed/i.test(message)) {
    return {
      text: "Sorry, the FIRST100 offer has already been fully claimed.",
      dropCoupon: true,
    };
  }
  if (/already have an active subscription/i.test(message)) {
    return { text: "You already have an active subscription.", dropCoupon: false };
  }
  if (message === "No checkout URL returned") return { text: message, dropCoupon: false };
  return { text: message || "Failed to process payment", dropCoupon: /coupon/i.test(message) };
};

/** How many redemptions of the free year are left; null when it cannot be told. */
export const couponsLeft = async (db: Db, code: string): Promise<number | null> => {
  const { data, error } = await db.rpc("coupon_remaining", { coupon_code: code });
  return error ? null : data;
};
