// biome-ignore-all lint/a11y/noRedundantRoles: stacked rows are not displayed as a table, and some browsers then drop the roles
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** The column that names the row: it becomes the heading when rows are stacked. */
  primary?: boolean;
};

/** The layout of a table without enough room: written out, because class names are read from the source. */
const STACKED = {
  md: {
    block: "max-md:block",
    heading: "max-md:sr-only",
    row: "max-md:grid max-md:grid-cols-1 max-md:gap-x-10 max-md:py-4 sm:max-md:grid-cols-2",
    cell: "max-md:px-0 max-md:py-1",
    end: "md:text-right sm:max-md:last:col-start-2",
    primary: "max-md:block max-md:text-base sm:max-md:col-span-2",
    fact: "max-md:[&:has(>span:last-child:empty)]:hidden max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right",
    label: "md:hidden",
    value: "md:contents",
    narrow: "max-md:max-w-[70%]",
  },
  lg: {
    block: "max-lg:block",
    heading: "max-lg:sr-only",
    row: "max-lg:grid max-lg:grid-cols-1 max-lg:gap-x-10 max-lg:py-4 sm:max-lg:grid-cols-2",
    cell: "max-lg:px-0 max-lg:py-1",
    end: "lg:text-right sm:max-lg:last:col-start-2",
    primary: "max-lg:block max-lg:text-base sm:max-lg:col-span-2",
    fact: "max-lg:[&:has(>span:last-child:empty)]:hidden max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:text-right",
    label: "lg:hidden",
    value: "lg:contents",
    narrow: "max-lg:max-w-[70%]",
  },
} as const;

/**
 * A table that becomes a stack of labelled facts on a narrow screen, two side by side if there is room.
 * `caption` names it for screen readers; `empty` replaces it if there are no rows.
 */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  stackBelow = "md",
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** The width below which rows are stacked; many columns need more. */
  stackBelow?: keyof typeof STACKED;
}) => {
  if (rows.length === 0 && empty) return <>{empty}</>;
  const stacked = STACKED[stackBelow];
  return (
    <div className="overflow-x-auto border-y border-line">
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
              className={cx("border-b border-line last:border-b-0", stacked.row)}
            >
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.key}
                  className={cx(
                    "px-3 py-3 align-baseline first:pl-0 last:pr-0",
                    stacked.cell,
                    column.align === "end" && stacked.end,
                    column.primary ? cx("font-semibold", stacked.primary) : stacked.fact,
                  )}
                >
                  {!column.primary && (
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
