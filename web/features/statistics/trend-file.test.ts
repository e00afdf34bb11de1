import { expect, it } from "vitest";
import { FIGURES } from "#domain/statistics/statistics.ts";
import { parseCsv } from "#domain/values/csv.ts";
import type { Trend, Trends } from "./queries.ts";
import { trendFile, trendFileName } from "./trend-file.ts";

const TRENDS = {
  from: "2026-11-02",
  to: "2026-11-15",
  periods: [
    { from: "2026-11-02", to: "2026-11-08" },
    { from: "2026-11-09", to: "2026-11-15" },
  ],
} as Trends;
const trend = (...amounts: number[]) => ({ amounts }) as Trend;
const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

it("writes a row a period, refunds as negative pounds, and names the file after both", () => {
  const [signUps, , revenue] = FIGURES;
  expect(cellsOf(trendFile(signUps, TRENDS, trend(3, 0)))).toEqual([
    ["From", "To", "Sign-ups"],
    ["2026-11-02", "2026-11-08", "3"],
    ["2026-11-09", "2026-11-15", "0"],
  ]);
  expect(cellsOf(trendFile(revenue, TRENDS, trend(123_450, -500)))).toEqual([
    ["From", "To", "Revenue (£)"],
    ["2026-11-02", "2026-11-08", "1234.5"],
    ["2026-11-09", "2026-11-15", "-5"],
  ]);
  expect(trendFileName(signUps, TRENDS)).toBe("sign-ups-2026-11-02-to-2026-11-15.csv");
});
