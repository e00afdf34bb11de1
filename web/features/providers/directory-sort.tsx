import { useEffect, useRef, useState } from "react";
import { Select } from "#web/ui/select.tsx";
import { FORM } from "./directory-filters.tsx";
import { SORTS, type Sort } from "./queries.ts";

/**
 * The order, beside the list, but still a field of the form. "Nearest" is available once there is a place
 * to measure from.
 */
export const SortSelect = ({
  sort,
  matched,
  measurable,
}: {
  sort: Sort;
  /** Whether words or a place decide who matches best; else everyone is first in turn. */
  matched: boolean;
  measurable: boolean;
}) => {
  // Without scripts the place and the order are sent together, so either may come first.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const barred = live && !measurable;
  const select = useRef<HTMLSelectElement>(null);
  // By code, as the fields of the form: a person may have it open while scripts begin to run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order
  useEffect(() => {
    if (barred && select.current?.value === "distance") select.current.value = "relevance";
  }, [barred, sort]);
  return (
    <div className="flex shrink-0 items-center gap-3 print:hidden">
      <label htmlFor="sort" className="font-semibold whitespace-nowrap max-sm:sr-only">
        Sort by
      </label>
      {/* Of one width, so that nothing moves when scripts begin to run and a choice gets longer. */}
      <div className="w-44">
        <Select
          ref={select}
          id="sort"
          name="sort"
          form={FORM}
          defaultValue={sort}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {Object.entries(SORTS).map(([key, { label }]) => (
            <option key={key} value={key} disabled={key === "distance" && barred}>
              {key === "distance" && barred
                ? `${label} (add a location first)`
                : key === "relevance" && !matched
                  ? "Today's order"
                  : label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
};
