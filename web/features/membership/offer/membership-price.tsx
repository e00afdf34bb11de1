import { FREE_YEAR_COUPON, priceOfMembership } from "#domain/membership-plans.ts";
import { useSettings } from "#web/session/settings.ts";

/** What a membership costs, for a person who has no account yet. */
export const MembershipPrice = ({
  freeYearsLeft,
}: {
  /** How many free years are left; null if unknown. */
  freeYearsLeft: number | null;
}) => {
  const price = priceOfMembership(useSettings().plans);
  return (
    <section aria-labelledby="price" className="rounded-lg bg-signal-wash p-5 sm:p-6">
      <h2 id="price" className="text-xl">
        {freeYearsLeft ? "£0 for your first year" : price}
      </h2>
      {freeYearsLeft ? (
        <p className="mt-2">
          <strong>{`${freeYearsLeft} left`}</strong> with {FREE_YEAR_COUPON}. No card needed, and it
          won't renew automatically. Afterwards {price}.
        </p>
      ) : (
        <p className="mt-2">That is the whole price of a membership. Cancel any time.</p>
      )}
      <p className="mt-2">We take no commission. You choose after you have confirmed your email.</p>
    </section>
  );
};
