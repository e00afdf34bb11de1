import { FEWEST_CASES } from "#domain/feedback/feedback.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { ProviderProfile } from "./profile-queries.ts";

/** How many reviews are from verified hires, and their average if it is of enough of them (P-45). */
export const VerifiedHires = ({
  provider: { rating_count, verified_average, verified_count },
}: {
  provider: Pick<ProviderProfile, "rating_count" | "verified_average" | "verified_count">;
}) =>
  verified_average !== null && (
    <span>
      {verified_count === rating_count
        ? "All from verified hires"
        : verified_count >= FEWEST_CASES
          ? `${verified_average.toFixed(1)} from ${verified_count} verified hires`
          : countOf(verified_count, "verified hire", "verified hires")}
    </span>
  );
