import { priceOfMembership } from "#domain/membership-plans.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";
import { TickList } from "./tick-list.tsx";

/** What a membership costs, for a person who has no account yet. */
export const MembershipPrice = ({
  freeYearsLeft,
}: {
  /** How many free years are left; null if unknown. */
  freeYearsLeft: number | null;
}) => {
  const price = priceOfMembership(useSettings().plans);
  const terms = freeYearsLeft
    ? ["No card, no automatic renewal", `Then ${price}, only if you choose a plan`]
    : ["No commission, and you can cancel any time"];
  return (
    <section aria-labelledby="price" className="mb-6 rounded-md bg-signal-wash p-4 text-sm">
      <h2 id="price" className="text-lg">
        {freeYearsLeft ? "£0 for your first year" : price}
      </h2>
      {freeYearsLeft ? (
        <p className="mt-1">
          <strong>{countOf(freeYearsLeft, "free place", "free places")} left.</strong> Claim yours
          after confirming your email.
        </p>
      ) : (
        <p className="mt-1">The whole price of a membership.</p>
      )}
      <div className="mt-3">
        <TickList items={terms} />
      </div>
    </section>
  );
};
