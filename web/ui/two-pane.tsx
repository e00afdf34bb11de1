import type { ReactNode, Ref } from "react";
import { cx } from "./cx.ts";

const SIDES = {
  /** A list, and the item chosen from it. */
  start: "lg:grid-cols-[24rem_minmax(0,1fr)]",
  /** Content, and facts and actions in a narrow column. */
  end: "lg:grid-cols-[minmax(0,1fr)_22.5rem]",
} as const;

/** Two columns from 1024 px up, one below the other on narrower screens; `side` is the narrow one. */
export const TwoPane = ({
  side,
  className = "gap-10",
  ref,
  children,
}: {
  side: keyof typeof SIDES;
  /** The gap. */
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) => (
  <div ref={ref} className={cx("grid grid-cols-1", SIDES[side], className)}>
    {children}
  </div>
);
