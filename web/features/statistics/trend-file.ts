import type { Figure } from "#domain/statistics/statistics.ts";
import { CSV_START, csvLine } from "#domain/values/csv.ts";
import type { Trend, Trends } from "./queries.ts";

/** The figures of one chart, for a spreadsheet: money in pounds, dates as spreadsheets read them. */
export const trendFile = (figure: Figure, { periods }: Trends, { amounts }: Trend): string =>
  [
    CSV_START,
    csvLine(["From", "To", figure.of ? figure.label : `${figure.label} (£)`]),
    ...periods.map(({ from, to }, at) => {
      const amount = amounts[at] ?? 0;
      return csvLine([from, to, figure.of ? amount : amount / 100]);
    }),
  ].join("");

/** `sign-ups-2026-10-23-to-2026-11-21.csv`. */
export const trendFileName = ({ id }: Figure, { from, to }: Trends): string =>
  `${id.replaceAll("_", "-")}-${from}-to-${to}.csv`;
