// biome-ignore-all lint/a11y/noRedundantRoles: stacked rows are not displayed as a table, and some browsers then drop the roles
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { COMPACT, STACKED } from "./table-layouts.ts";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** The column that names the row: it becomes the heading when rows are stacked. */
  primary?: boolean;
  /** In a compact table: its place is beside the heading, which begins with a tick box; the facts are indented by that. */
  corner?: boolean;
  /** In a compact table: its header is written before it, because the value alone does not say what it is. */
  labelled?: boolean;
  /** In a compact table: it has a line of its own. */
  wide?: boolean;
};

const ALIGNED = { baseline: "align-baseline", middle: "align-middle", top: "align-top" } as const;

const isInline = (column: Column<never> | undefined): boolean =>
  column !== undefined && !(column.primary || column.corner || column.wide);

/** Where a fact of a compact table is: beside the heading, at the end of the line, on a line of its own, or in the line. */
const placeOf = (
  columns: readonly Column<never>[],
  at: number,
  placed: (typeof COMPACT)[keyof typeof COMPACT],
) => {
  const column = columns[at];
  if (column?.corner) return placed.corner;
  if (column?.wide) return placed.alone;
  if (!isInline(column)) return false;
  if (column?.align === "end") return placed.side;
  return isInline(columns[at - 1]) ? placed.dotted : placed.inline;
};

/**
 * A table that becomes a stack of labelled facts on a narrow screen, two side by side if there is room, or if it is
 * `compact` a heading with the facts in a line under it. `caption` names it for screen readers; `empty` replaces it if
 * there are no rows.
 */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  stackBelow = "md",
  compact = false,
  align = "baseline",
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** The width below which rows are stacked; many columns need more. */
  stackBelow?: keyof typeof STACKED;
  compact?: boolean;
  /** Where the cells of a row meet: `middle` and `top` are for rows with buttons, which have no baseline in common with text. */
  align?: keyof typeof ALIGNED;
}) => {
  if (rows.length === 0 && empty) return <>{empty}</>;
  const stacked = compact ? COMPACT[stackBelow] : STACKED[stackBelow];
  const placed = compact ? COMPACT[stackBelow] : null;
  const besideCorner = columns.some(({ corner }) => corner);
  return (
    <div className="relative overflow-x-auto border-y border-line">
      <table role="table" className={cx("w-full border-collapse text-sm", stacked.block)}>
        <caption className="sr-only">{caption}</caption>
        <thead className={stacked.heading}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={cx(
                  "border-b border-line px-3 py-3 font-semibold text-ink-soft first:pl-0 last:pr-0",
                  column.align === "end" ? "text-right" : "text-left",
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacked.block}>
          {rows.map((row) => (
            <tr
              role="row"
              key={rowKey(row)}
              className={cx(
                "border-b border-line last:border-b-0",
                stacked.row,
                besideCorner && placed?.indented,
              )}
            >
              {columns.map((column, at) => (
                <td
                  role="cell"
                  key={column.key}
                  className={cx(
                    "px-3 py-3 first:pl-0 last:pr-0",
                    ALIGNED[align],
                    stacked.cell,
                    column.align === "end" && stacked.end,
                    column.primary ? cx("font-semibold", stacked.primary) : stacked.fact,
                    column.primary && (besideCorner ? placed?.beside : placed?.alone),
                    placed && placeOf(columns, at, placed),
                  )}
                >
                  {!column.primary && (!compact || column.labelled) && (
                    <span
                      aria-hidden="true"
                      className={cx("font-semibold text-ink-soft", stacked.label)}
                    >
                      {column.header}
                    </span>
                  )}
                  <span className={cx("min-w-0", stacked.value, !column.primary && stacked.narrow)}>
                    {column.cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
