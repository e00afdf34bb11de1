import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import { takeIntention } from "#web/session/intention.ts";
import { refreshSession } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";

/** Milliseconds from the toast to the member's own page (spec 2 section 9), or to the job whose contact they wanted. */
export const REDIRECT_PAUSE = 1500;
/** How often, and for how long, the page checks for the payment provider's message. */
const POLL_MS = 1000;
const POLLS = 30;

type PaymentReturn = "idle" | "cancelled" | "waiting" | "late";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * What happens when a buyer returns from paying. `success` shows the toast and waits until the membership
 * is live, because only the signed webhook makes it so (P-11); a free year is live at once, and nothing was paid. `canceled` shows our own message and is
 * removed from the address, whose text is never shown (P-36). `chosen` is the way back after choosing a plan for
 * later: the page shows it as soon as the webhook has said so.
 * @returns whether the buyer cancelled, or the page is waiting for the payment to arrive or has waited in vain.
 */
export const usePaymentReturn = (userId: string, free: boolean): PaymentReturn => {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<PaymentReturn>("idle");
  const handled = useRef(false);
  const left = useRef(false);

  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  useEffect(() => {
    if (handled.current) return;
    if (params.get("canceled")) {
      handled.current = true;
      toast({
        title: "Payment canceled",
        description: "You haven't been charged. You can try again at any time.",
        variant: "destructive",
      });
      setState("cancelled");
      setParams({}, { replace: true, preventScrollReset: true });
      return;
    }
    if (params.get("chosen") === "true") {
      handled.current = true;
      toast({
        title: "You've chosen a plan",
        description: "You won't be charged until your free membership ends.",
        variant: "success",
      });
      setParams({}, { replace: true, preventScrollReset: true });
      void (async () => {
        for (let poll = 0; poll < POLLS && !left.current; poll += 1) {
          const session = await refreshSession();
          if (session.status === "signed-in" && !session.subscription.cancelAtPeriodEnd) break;
          await pause(POLL_MS);
        }
        if (!left.current) await revalidate();
      })();
      return;
    }
    if (params.get("success") !== "true") return;
    handled.current = true;
    toast({
      ...(free
        ? { title: "Coupon applied!", description: "Your free membership has started." }
        : { title: "Payment successful", description: "Your membership is being activated." }),
      variant: "success",
    });
    setState("waiting");
    // A person who has left the page meanwhile is not brought back.
    void (async () => {
      for (let poll = 0; poll < POLLS; poll += 1) {
        if (left.current) return;
        const session = await refreshSession();
        if (session.status === "signed-in" && session.subscription.isSubscribed) {
          await pause(REDIRECT_PAUSE);
          if (left.current) return;
          const job = takeIntention("reveal");
          const next = job
            ? `/job-directory?job=${encodeURIComponent(job)}`
            : `/directory/${userId}`;
          await navigate(next, { replace: true });
          return;
        }
        await pause(POLL_MS);
      }
      setState("late");
    })();
  }, [params, setParams, navigate, revalidate, userId, free]);

  return state;
};
