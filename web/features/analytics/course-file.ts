import { CSV_START, csvLine } from "#domain/csv.ts";
import type { Figure } from "#domain/figures.ts";
import type { Course, Courses } from "./queries.ts";

/** The figures of one chart, for a spreadsheet: money in pounds, days as spreadsheets read them. */
export const courseFile = (figure: Figure, { periods }: Courses, { amounts }: Course): string =>
  [
    CSV_START,
    csvLine(["From", "To", figure.of ? figure.label : `${figure.label} (£)`]),
    ...periods.map(({ from, to }, at) => {
      const amount = amounts[at] ?? 0;
      return csvLine([from, to, figure.of ? amount : amount / 100]);
    }),
  ].join("");

/** `sign-ups-2026-10-23-to-2026-11-21.csv`. */
export const courseFileName = ({ id }: Figure, { from, to }: Courses): string =>
  `${id.replaceAll("_", "-")}-${from}-to-${to}.csv`;
