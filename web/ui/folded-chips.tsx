import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Chips in lines; of many the first, and the rest at a press, also without scripts. */
export const FoldedChips = <Item,>({
  items,
  keyOf,
  most = 6,
  label,
  className = "gap-2",
  children,
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Of more than so many, one fewer is shown, and in its place what opens the rest. */
  most?: number;
  label?: string | undefined;
  /** The gaps between chips. */
  className?: string;
  children: (item: Item) => ReactNode;
}) => {
  const shown = items.length > most ? most - 1 : most;
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
        <li className="relative z-1 self-center">
          <details>
            <summary className="link inline-block list-none py-2">{rest.length} more</summary>
            <ul className={cx("mt-2 flex flex-wrap", className)}>{chips(rest)}</ul>
          </details>
        </li>
      )}
    </ul>
  );
};
