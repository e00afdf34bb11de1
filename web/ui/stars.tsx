import type { CSSProperties } from "react";
import { cx } from "./cx.ts";

/** How much of each of five stars is filled: 0, .5 or 1; half from a fraction of .5 (spec 1 section 9). */
export const starFills = (rating: number): (0 | 0.5 | 1)[] =>
  [0, 1, 2, 3, 4].map((index) => {
    const rest = Math.min(Math.max(rating, 0), 5) - index;
    return rest >= 1 ? 1 : rest >= 0.5 ? 0.5 : 0;
  });

/**
 * A rating out of 5 with its number, read aloud as "4.5 out of 5 stars". `count` adds the number of ratings;
 * `showValue` is off where the number is already shown.
 */
export const Stars = ({
  rating,
  count,
  showValue = true,
  size = "md",
  compact = false,
}: {
  rating: number;
  count?: number;
  showValue?: boolean;
  size?: "sm" | "md" | "lg";
  /** One star and the number, for lists. */
  compact?: boolean;
}) => {
  const rounded = Number(rating.toFixed(1));
  const filled = starFills(rating).reduce<number>((sum, fill) => sum + fill, 0);
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap">
      <span
        role="img"
        aria-label={`${rounded} out of 5 stars`}
        // One element for five stars: otherwise drawings would be a third of a list of twenty cards.
        className={cx(
          "stars",
          size === "sm" && "h-4",
          size === "md" && "h-5",
          size === "lg" && "h-7",
        )}
        style={{ "--filled": compact ? 1 : filled, "--of": compact ? 1 : 5 } as CSSProperties}
      />
      {(showValue || compact) && (
        <span
          aria-hidden="true"
          className={cx(
            "font-semibold tabular-nums",
            compact ? "self-baseline" : size === "sm" && "text-sm",
          )}
        >
          {rating.toFixed(1)}
        </span>
      )}
      {count !== undefined && (
        <span className={cx("text-sm text-ink-soft", compact && "self-baseline")}>
          ({count}
          <span className="sr-only"> {count === 1 ? "review" : "reviews"}</span>)
        </span>
      )}
    </span>
  );
};
