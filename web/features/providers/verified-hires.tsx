import { FEWEST_CASES } from "#domain/feedback.ts";
import { countOf } from "#domain/values/numbers.ts";
import type { ProviderProfile } from "./profile-queries.ts";

/** How many reviews are from verified hires, and their average if it is of enough of them (P-45). */
export const VerifiedHires = ({
  provider: { ratingCount, verifiedAverage, verifiedCount },
}: {
  provider: Pick<ProviderProfile, "ratingCount" | "verifiedAverage" | "verifiedCount">;
}) =>
  verifiedAverage !== null && (
    <span>
      {verifiedCount === ratingCount
        ? "All from verified hires"
        : verifiedCount >= FEWEST_CASES
          ? `${verifiedAverage.toFixed(1)} from ${verifiedCount} verified hires`
          : countOf(verifiedCount, "verified hire", "verified hires")}
    </span>
  );
