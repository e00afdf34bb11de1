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

/**
 * A table that becomes a stack of labelled rows on a narrow screen. `caption` names it for screen
 * readers; `empty` stands in its place when there is no row.
 */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  busy = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** Newer rows are on their way. */
  busy?: boolean;
}) => {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <div className="overflow-x-auto border-y border-line" aria-busy={busy}>
      <table
        role="table"
        className={cx("w-full border-collapse text-sm max-md:block", busy && "opacity-60")}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
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
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr
              role="row"
              key={rowKey(row)}
              className="border-b border-line last:border-b-0 max-md:block max-md:py-4"
            >
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.key}
                  className={cx(
                    "px-3 py-3 align-middle first:pl-0 last:pr-0 max-md:px-0 max-md:py-1",
                    column.align === "end" && "md:text-right",
                    column.primary
                      ? "font-semibold max-md:block max-md:text-base"
                      : "max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-right",
                  )}
                >
                  {!column.primary && (
                    <span aria-hidden="true" className="font-semibold text-ink-soft md:hidden">
                      {column.header}
                    </span>
                  )}
                  <span
                    className={cx("min-w-0 md:contents", !column.primary && "max-md:max-w-[70%]")}
                  >
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
