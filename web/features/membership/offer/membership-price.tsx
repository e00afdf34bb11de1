import type { ReactNode } from "react";
import { priceOfMembership } from "#domain/membership/plans.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";

/** What a membership costs, for a person who has none. */
export const MembershipPrice = ({
  freeYearsLeft,
  claimHint = "Claim yours after confirming your email.",
  children,
}: {
  /** How many free years are left for this person; null if unknown. */
  freeYearsLeft: number | null;
  /** How to claim it. */
  claimHint?: string;
  /** The button of the offer. */
  children?: ReactNode;
}) => {
  const price = priceOfMembership(useSettings().plans);
  return (
    <section aria-labelledby="price" className="rounded-md bg-signal-wash p-4 text-sm">
      <h2 id="price" className="text-lg">
        {freeYearsLeft ? "£0 for your first year" : price}
      </h2>
      {freeYearsLeft ? (
        <p className="mt-1">
          <strong>{`${countOf(freeYearsLeft, "free place", "free places")} left.`}</strong>{" "}
          {claimHint}
        </p>
      ) : (
        <p className="mt-1">No commission, and you can cancel any time.</p>
      )}
      {freeYearsLeft ? (
        <p className="mt-2">{`No card, no automatic renewal. Then ${price}, only if you choose a plan.`}</p>
      ) : null}
      {children}
    </section>
  );
};
