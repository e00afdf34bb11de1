import { useId } from "react";
import { cx } from "./cx.ts";

const SHAPE = "M12 1.9l3.1 6.3 7 1-5 4.9 1.1 6.9L12 17.7 5.8 21l1.1-6.9-5-4.9 7-1z";

/** How much of each of five stars is filled, 0, .5 or 1: half from a fraction of .5 (spec 1, 9). */
export const starFills = (rating: number): (0 | 0.5 | 1)[] =>
  [0, 1, 2, 3, 4].map((index) => {
    const rest = Math.min(Math.max(rating, 0), 5) - index;
    return rest >= 1 ? 1 : rest >= 0.5 ? 0.5 : 0;
  });

/** A rating out of 5, read aloud as "4.5 out of 5 stars". `count` adds how many gave it. */
export const Stars = ({
  rating,
  count,
  showValue = false,
  size = "md",
}: {
  rating: number;
  count?: number;
  showValue?: boolean;
  size?: "sm" | "md" | "lg";
}) => {
  const id = useId();
  const said = Number(rating.toFixed(1));
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <span role="img" aria-label={`${said} out of 5 stars`} className="inline-flex text-star">
        {starFills(rating).map((fill, index) => (
          <svg
            // biome-ignore lint/suspicious/noArrayIndexKey: five stars that never move
            key={index}
            viewBox="0 0 24 24"
            aria-hidden="true"
            className={cx(
              size === "sm" && "size-4",
              size === "md" && "size-5",
              size === "lg" && "size-7",
            )}
          >
            {fill === 0.5 && (
              <defs>
                <clipPath id={`${id}-half`}>
                  <rect width="12" height="24" />
                </clipPath>
              </defs>
            )}
            <path d={SHAPE} className="fill-line" />
            {fill > 0 && (
              <path
                d={SHAPE}
                fill="currentColor"
                clipPath={fill === 0.5 ? `url(#${id}-half)` : undefined}
              />
            )}
          </svg>
        ))}
      </span>
      {showValue && (
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {rating.toFixed(1)}
        </span>
      )}
      {count !== undefined && (
        <span className="text-sm text-ink-soft">
          ({count}
          <span className="sr-only"> {count === 1 ? "review" : "reviews"}</span>)
        </span>
      )}
    </span>
  );
};
