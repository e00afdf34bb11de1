import { expect, it } from "vitest";
import { perWeek } from "./dashboard-queries.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

it("counts moments by weeks, the newest last, and leaves out older and future ones", () => {
  const weeks = perWeek([0, 1, 6.9, 7, 83.9, 84, 400, -1].map(daysAgo), NOW);
  expect(weeks).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3]);
});
