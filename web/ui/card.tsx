import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/**
 * A bounded piece of the page. `interactive` lifts it under the pointer: put one link inside with
 * the class `after:absolute after:inset-0`, so that the whole card is the link's target.
 */
export const Card = ({
  interactive = false,
  padded = true,
  className,
  ...rest
}: ComponentProps<"div"> & { interactive?: boolean; padded?: boolean }) => (
  <div
    {...rest}
    className={cx(
      "relative rounded-lg border border-line bg-surface",
      padded && "p-5 sm:p-6",
      interactive &&
        "transition-[border-color,box-shadow,translate] hover:-translate-y-0.5 hover:border-line-strong hover:shadow-lift",
      className,
    )}
  />
);
