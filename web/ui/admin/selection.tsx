import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useSession } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";

/** What was ticked last, where and by whom: for an admin who looks at something else and comes back. */
let lastTicked: { place: string; keys: ReadonlySet<string> } | null = null;

/** The ticked rows of a page; those that are no longer on the page are not ticked. */
export const useSelection = <Row,>(rows: readonly Row[], keyOf: (row: Row) => string) => {
  const { pathname, search } = useLocation();
  const session = useSession();
  const place = `${session.status === "signed-in" ? session.user.id : ""} ${pathname}${search}`;
  const [keys, setKeysState] = useState<ReadonlySet<string>>(
    () => new Set(lastTicked?.place === place ? lastTicked.keys : []),
  );
  const setKeys = (next: ReadonlySet<string>) => {
    lastTicked = { place, keys: next };
    setKeysState(next);
  };
  const selected = rows.filter((row) => keys.has(keyOf(row)));
  return {
    selected,
    has: (row: Row) => keys.has(keyOf(row)),
    toggle: (row: Row) => {
      const next = new Set(keys);
      if (!next.delete(keyOf(row))) next.add(keyOf(row));
      setKeys(next);
    },
    empty: rows.length === 0,
    all: rows.length > 0 && selected.length === rows.length,
    toggleAll: () => setKeys(new Set(selected.length === rows.length ? [] : rows.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
};
export type Selection<Row> = ReturnType<typeof useSelection<Row>>;

/** Ticks the whole page, and says how many rows there are, or offers what can be done to the ticked ones. */
export const SelectionBar = <Row,>({
  selection,
  total,
  children,
}: {
  selection: Selection<Row>;
  /** How many rows there are on all pages, in words. */
  total: string;
  /** Buttons, shown while any row is ticked. */
  children: ReactNode;
}) => {
  const count = selection.selected.length;
  return (
    <div
      data-top-bar={count > 0 ? "" : undefined}
      className={cx(
        "mb-3 flex min-h-12 flex-wrap items-center justify-between gap-x-5 gap-y-2",
        // Within reach from every row that may be ticked.
        count > 0 && "sticky top-0 z-10 bg-paper py-2",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-5 max-sm:grow max-sm:justify-between">
        {!selection.empty && (
          <Checkbox
            label="Select all on this page"
            checked={selection.all}
            onChange={selection.toggleAll}
          />
        )}
        <p role="status" className={count > 0 ? "font-semibold" : "text-ink-soft"}>
          {count > 0 ? `${count} selected` : total}
        </p>
      </div>
      {count > 0 && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
};

/** The result of one row of a bulk action: the database's word, and why if it was refused. */
export interface Outcome {
  name: string;
  outcome: string;
  message: string | null;
}

/** After a bulk action: how many rows changed, and which did not and why. */
export const OutcomeReport = ({
  outcomes,
  done = "changed",
  onDismiss,
}: {
  outcomes: readonly Outcome[] | null;
  /** What was done to a row: "approved". */
  done?: string;
  onDismiss: () => void;
}) => {
  const place = useRef<HTMLDivElement>(null);
  // The list is another now, and its end no place from which to see what was done.
  useEffect(() => {
    if (outcomes) place.current?.scrollIntoView({ block: "center" });
  }, [outcomes]);
  if (!outcomes) return null;
  const count = (word: string) => outcomes.filter(({ outcome }) => outcome === word).length;
  const refused = outcomes.filter(({ outcome }) => outcome === "refused");
  const parts = [
    `${count("done")} ${done}`,
    count("unchanged") > 0 && `${count("unchanged")} unchanged`,
    refused.length > 0 && `${refused.length} refused`,
  ];
  return (
    <div ref={place} className="mb-4">
      <Alert
        live
        tone={refused.length > 0 ? "warning" : "success"}
        title={parts.filter(Boolean).join(", ")}
        action={
          <Button size="sm" variant="outline" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        {refused.length > 0 && (
          <ul className="mt-1 grid gap-1">
            {refused.map(({ name, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and nothing moves
              <li key={at}>
                <b>{name}</b>: {message}
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
};
