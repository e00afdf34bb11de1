import { useState } from "react";
import { useWrite } from "#web/session/use-write.ts";
import { toast } from "#web/ui/toast.ts";
import { checkoutFailure, type Purchase, startCheckout } from "./checkout.ts";

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
