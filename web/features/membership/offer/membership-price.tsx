import { FREE_YEAR_COUPON, priceOfMembership } from "#domain/membership-plans.ts";
import { useSettings } from "#web/session/settings.ts";
import { TickList } from "./tick-list.tsx";

/** The benefits in short, where there is no room for them beside the form. */
const IN_SHORT = [
  "Your page in the directory",
  "Contact details of open jobs",
  "Your work, services and reviews",
] as const;

/** What a membership costs, for a person who has no account yet. */
export const MembershipPrice = ({
  freeYearsLeft,
}: {
  /** How many free years are left; null if unknown. */
  freeYearsLeft: number | null;
}) => {
  const price = priceOfMembership(useSettings().plans);
  return (
    <section aria-labelledby="price" className="mb-6 rounded-md bg-signal-wash p-4 text-sm">
      <h2 id="price" className="text-lg">
        {freeYearsLeft ? "£0 for your first year" : price}
      </h2>
      {freeYearsLeft ? (
        <p className="mt-1">
          Free for the first 100 members:{" "}
          <strong>{`${freeYearsLeft} ${freeYearsLeft === 1 ? "place" : "places"} left`}</strong>.
          Use {FREE_YEAR_COUPON} once your email is confirmed. No card needed, and it won't renew
          automatically. Afterwards {price}.
        </p>
      ) : (
        <p className="mt-1">The whole price of a membership: no commission. Cancel any time.</p>
      )}
      <div className="mt-3 lg:hidden">
        <TickList items={IN_SHORT} />
      </div>
    </section>
  );
};
