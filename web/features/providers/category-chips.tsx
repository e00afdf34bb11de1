import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";

interface Neighbour {
  to: string;
  label: string;
  number: number;
}

/** Of more than `MOST` chips, the `FIRST` are shown and the rest opens at a press. */
const MOST = 8;
const FIRST = 6;

const CHIP =
  "inline-flex min-h-10 items-center gap-2 rounded-full border bg-surface px-4 text-sm hover:border-ink hover:bg-hover";

const emptyLast = (a: Neighbour, b: Neighbour) => Number(b.number > 0) - Number(a.number > 0);

const Chip = ({ to, label, number }: Neighbour) => (
  <Link
    to={to}
    className={`${CHIP} ${number === 0 ? "border-line text-ink-soft" : "border-line-strong font-semibold"}`}
  >
    {label}
    <span className="font-normal text-ink-soft tabular-nums">
      {number}
      <span className="sr-only"> listed</span>
    </span>
  </Link>
);

/** Links to neighbouring pages, each with its number of professionals, empty ones last, and the first of them at once. */
export const Chips = ({ label, items }: { label?: string; items: readonly Neighbour[] }) => {
  const sorted = items.toSorted(emptyLast);
  const shown = sorted.length > MOST ? FIRST : MOST;
  const rest = sorted.slice(shown);
  const list = (
    <ul aria-label={label} className={cx("flex flex-wrap gap-2", label ? "mt-1.5" : "mt-4")}>
      {sorted.slice(0, shown).map((item) => (
        <li key={item.to}>
          <Chip {...item} />
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <details>
            <summary className={`${CHIP} list-none border-line-strong text-brand underline`}>
              {rest.length} more
            </summary>
            <ul className="mt-2 flex flex-wrap gap-2">
              {rest.map((item) => (
                <li key={item.to}>
                  <Chip {...item} />
                </li>
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
  return label ? (
    <>
      <p aria-hidden="true" className="mt-5 font-semibold">
        {label}
      </p>
      {list}
    </>
  ) : (
    list
  );
};
