import { FREE_YEAR_COUPON, priceOfMembership } from "#domain/membership/plans.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { useCheckout } from "./checkout.ts";

/** Claims the free year with one press. */
export const ClaimFreeYear = ({ className = "" }: { className?: string }) => {
  const { checkout, busy } = useCheckout();
  return (
    <Button
      size="lg"
      variant="signal"
      busy={busy}
      className={`max-sm:w-full ${className}`}
      onClick={() => void checkout({ plan: "yearly", couponCode: FREE_YEAR_COUPON })}
    >
      Claim my free year
    </Button>
  );
};

/** The free year, and what follows it. */
export const FreeYear = ({ left }: { left: number }) => {
  const { plans } = useSettings();
  return (
    <section
      aria-labelledby="free-year"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-lg bg-signal-wash p-6 sm:p-8"
    >
      <div className="min-w-0 basis-72 grow">
        <h2 id="free-year" className="text-2xl">
          First 100: <span className="inline-block">one year free</span>
        </h2>
        <p className="mt-2 max-w-prose">
          <strong>{countOf(left, "free place", "free places")} left.</strong> No card needed, and it
          won't renew automatically. After that it's {priceOfMembership(plans)}, only if you choose
          a plan.
        </p>
      </div>
      <ClaimFreeYear />
    </section>
  );
};
