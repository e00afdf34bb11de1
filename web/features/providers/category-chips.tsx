import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";

interface Neighbour {
  to: string;
  label: string;
  number: number;
}

/** Of more than `MOST` chips, the `FIRST` are shown and the rest opens at a press. */
const MOST = 12;
const FIRST = 9;

const emptyLast = (a: Neighbour, b: Neighbour) => Number(b.number > 0) - Number(a.number > 0);

const ChipList = ({ items, row = false }: { items: readonly Neighbour[]; row?: boolean }) => (
  <ul
    className={cx(
      "mt-4 flex gap-2",
      row
        ? "relative max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:fade-edges sm:flex-wrap"
        : "flex-wrap",
    )}
  >
    {items.map(({ to, label, number }) => (
      <li key={to} className={cx(row && "max-sm:shrink-0")}>
        <Link
          to={to}
          className={cx(
            "inline-flex min-h-9 items-center gap-2 rounded-full border bg-surface px-4 text-sm hover:border-ink hover:bg-hover",
            number === 0 ? "border-line text-ink-soft" : "border-line-strong font-semibold",
          )}
        >
          {label}
          <span className="font-normal text-ink-soft tabular-nums">
            {number}
            <span className="sr-only"> listed</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

/**
 * Links to neighbouring pages, each with its number of professionals, empty ones last, and the first of them
 * at once. In a `row` these scroll sideways on a telephone, so that the listing is visible sooner.
 */
export const Chips = ({ items, row }: { items: readonly Neighbour[]; row?: boolean }) => {
  const sorted = items.toSorted(emptyLast);
  const shown = sorted.length > MOST ? FIRST : MOST;
  const rest = sorted.slice(shown);
  return (
    <>
      <ChipList items={sorted.slice(0, shown)} row={row} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="link inline-block list-none py-1 text-sm">{rest.length} more</summary>
          <ChipList items={rest} />
        </details>
      )}
    </>
  );
};
