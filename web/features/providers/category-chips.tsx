import { FoldedChips } from "#web/ui/folded-chips.tsx";
import { Link } from "#web/ui/link.tsx";

interface Neighbour {
  to: string;
  label: string;
  number: number;
}

const CHIP =
  "inline-flex min-h-10 items-center gap-2 rounded-full border bg-surface px-4 text-sm hover:border-ink hover:bg-hover";

const emptyLast = (a: Neighbour, b: Neighbour) => Number(b.number > 0) - Number(a.number > 0);

/** Links to neighbouring pages, each with its number of professionals, empty ones last. */
export const Chips = ({ label, items }: { label?: string; items: readonly Neighbour[] }) => (
  <>
    {label && (
      <p aria-hidden="true" className="mt-5 font-semibold">
        {label}
      </p>
    )}
    <div className={label ? "mt-1.5" : "mt-4"}>
      <FoldedChips items={items.toSorted(emptyLast)} keyOf={({ to }) => to} label={label}>
        {({ to, label: name, number }) => (
          <Link
            to={to}
            className={`${CHIP} ${number === 0 ? "border-line text-ink-soft" : "border-line-strong font-semibold"}`}
          >
            {name}
            <span className="font-normal text-ink-soft tabular-nums">
              {number}
              <span className="sr-only"> listed</span>
            </span>
          </Link>
        )}
      </FoldedChips>
    </div>
  </>
);
