import { countOf } from "#domain/values/numbers.ts";
import { breakable } from "#web/ui/breakable.tsx";
import { FoldedChips } from "#web/ui/folded-chips.tsx";
import { Link } from "#web/ui/link.tsx";

interface Neighbour {
  to: string;
  label: string;
  number: number;
  /** Shown in place of the number, where it is known. */
  miles?: number | null;
}

const CHIP =
  "inline-flex max-w-full min-h-10 items-center gap-2 rounded-full border bg-surface px-3 text-sm sm:px-4 hover:border-ink hover:bg-hover";

/** Links to neighbouring pages, each with its number of professionals or how far it is. */
export const Chips = ({ label, items }: { label?: string; items: readonly Neighbour[] }) => (
  <>
    {label && (
      <p aria-hidden="true" className="mt-5 font-semibold">
        {label}
      </p>
    )}
    <div className={label ? "mt-1.5" : "mt-4"}>
      <FoldedChips items={items} keyOf={({ to }) => to} label={label}>
        {({ to, label: name, number, miles }) => (
          <Link
            to={to}
            className={`${CHIP} ${number === 0 ? "border-line text-ink-soft" : "border-line-strong font-semibold"}`}
          >
            <span className="min-w-0 wrap-anywhere">{breakable(name)}</span>
            <span className="font-normal text-ink-soft tabular-nums">
              {miles === 0 ? (
                "under a mile"
              ) : miles ? (
                countOf(miles, "mile", "miles")
              ) : (
                <>
                  {number}
                  <span className="sr-only"> listed</span>
                </>
              )}
            </span>
          </Link>
        )}
      </FoldedChips>
    </div>
  </>
);
