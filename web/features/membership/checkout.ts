import { useState } from "react";
import {
  ALREADY_SUBSCRIBED,
  COUPON_CLAIMED,
  PAYMENT_FAILED,
} from "#domain/membership/checkout-messages.ts";
import type { PlanId } from "#domain/membership/plans.ts";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import { callFunction } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { toast } from "#web/ui/toast.ts";

/** Starts a checkout and leaves the page for its address; a failure is shown as a message. */
export const useCheckout = () => {
  const [leaving, setLeaving] = useState(false);
  const { run, busy } = useWrite(startCheckout);

  /** @returns whether the coupon that was sent cannot be used any more */
  const checkout = async (purchase: Purchase): Promise<boolean> => {
    try {
      const url = await run(purchase);
      if (!url) return false;
      // Busy until the browser has left, so that a second press starts nothing.
      setLeaving(true);
      window.location.assign(url);
      return false;
    } catch (error) {
      const { text, dropCoupon } = checkoutFailure(error);
      toast({ title: "Checkout Error", description: text, variant: "destructive" });
      return dropCoupon;
    }
  };
  return { checkout, busy: busy || leaving };
};

interface Purchase {
  plan: PlanId;
  couponCode: string | null;
  /** For when the free time ends: nothing is charged before. */
  afterwards?: boolean;
}

/**
 * Starts a payment, or redeems the coupon. The server chooses the buyer's return address (P-14); the one
 * that is sent only preserves the call of spec 2 section 7.
 * @returns the browser's next address.
 * @throws an error that checkoutFailure reads.
 */
const startCheckout = async (
  db: Db,
  { plan, couponCode, afterwards }: Purchase,
): Promise<string> => {
  const returnUrl = `${window.location.origin}/membership?success=true`;
  const choice = { plan, couponCode, returnUrl, ...(afterwards && { afterwards }) };
  const data = await callFunction<{ url?: string }>(db, "create-checkout", choice);
  if (!data?.url) throw new ReadableError("No checkout URL returned");
  return data.url;
};

/**
 * The specification's message for a failed checkout (spec 2 section 8), and whether the coupon is used up.
 */
export const checkoutFailure = (error: unknown): { text: string; dropCoupon: boolean } => {
  const { message } = faultOf(error, PAYMENT_FAILED);
  if (/fully claimed/i.test(message)) {
    return {
      text: COUPON_CLAIMED,
      dropCoupon: true,
    };
  }
  if (/already have an active subscription/i.test(message)) {
    return { text: ALREADY_SUBSCRIBED, dropCoupon: false };
  }
  return { text: message, dropCoupon: /coupon/i.test(message) };
};
