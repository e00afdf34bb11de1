import { FREE_YEAR_COUPON } from "#domain/membership-plans.ts";
import { countOf } from "#domain/values/numbers.ts";
import { Button } from "#web/ui/button.tsx";
import { useCheckout } from "./use-checkout.ts";

/** The free year, claimed with one press. */
export const FreeYear = ({ left }: { left: number }) => {
  const { checkout, busy } = useCheckout();
  return (
    <section aria-labelledby="free-year" className="rounded-lg bg-signal-wash p-6 sm:p-8">
      <h2 id="free-year" className="text-2xl">
        First 100: <span className="whitespace-nowrap">one year free</span>
      </h2>
      <p className="mt-2 max-w-prose">
        <strong>{countOf(left, "free place", "free places")} left.</strong> No card needed. It won't
        renew automatically, so there is nothing to cancel.
      </p>
      <Button
        size="lg"
        variant="signal"
        busy={busy}
        className="mt-5 max-sm:w-full"
        onClick={() => void checkout({ plan: "yearly", couponCode: FREE_YEAR_COUPON })}
      >
        Claim my free year
      </Button>
    </section>
  );
};
