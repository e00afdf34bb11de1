import type { ReactNode } from "react";

/** The most chips shown at once; if there are more, the last place opens the rest. */
const MOST = 8;

/** Chips in lines; of many the first, and the rest at a press, also without scripts. */
export const FoldedChips = <Item,>({
  items,
  keyOf,
  label,
  children,
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  label?: string | undefined;
  children: (item: Item) => ReactNode;
}) => {
  const shown = items.length > MOST ? MOST - 1 : MOST;
  const rest = items.slice(shown);
  const chips = (some: readonly Item[]) =>
    some.map((item) => (
      <li key={keyOf(item)} className="relative z-1">
        {children(item)}
      </li>
    ));
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {chips(items.slice(0, shown))}
      {rest.length > 0 && (
        <li className="relative z-1 self-center">
          <details>
            <summary className="inline-flex min-h-10 list-none items-center rounded-full border border-line-strong bg-surface px-3 text-sm font-semibold text-brand hover:border-ink hover:bg-hover sm:px-4">
              {rest.length} more
            </summary>
            <ul className="mt-2 flex flex-wrap gap-2">{chips(rest)}</ul>
          </details>
        </li>
      )}
    </ul>
  );
};
