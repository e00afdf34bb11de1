import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Of more chips than `MOST` the `FIRST` are shown. */
const MOST = 8;
const FIRST = 6;

/** Chips in lines; of many the first, and the rest at a press, also without scripts. */
export const FoldedChips = <Item,>({
  items,
  keyOf,
  chip,
  label,
  className = "gap-2",
  children,
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The classes of a chip, for the one that opens the rest. */
  chip: string;
  label?: string | undefined;
  /** The gaps between chips. */
  className?: string;
  children: (item: Item) => ReactNode;
}) => {
  const shown = items.length > MOST ? FIRST : MOST;
  const rest = items.slice(shown);
  const chips = (some: readonly Item[]) =>
    some.map((item) => (
      <li key={keyOf(item)} className="relative z-1">
        {children(item)}
      </li>
    ));
  return (
    <ul aria-label={label} className={cx("flex flex-wrap", className)}>
      {chips(items.slice(0, shown))}
      {rest.length > 0 && (
        <li className="relative z-1">
          <details>
            <summary className={`${chip} list-none text-brand underline`}>
              {rest.length} more
            </summary>
            <ul className={cx("mt-2 flex flex-wrap", className)}>{chips(rest)}</ul>
          </details>
        </li>
      )}
    </ul>
  );
};
