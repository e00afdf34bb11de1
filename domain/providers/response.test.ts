import { expect, it } from "vitest";
import { shareOf, withinTime } from "./response.ts";

it.each([
  [1, "within an hour"],
  [60, "within an hour"],
  [61, "within 2 hours"],
  [23 * 60, "within 23 hours"],
  [23 * 60 + 1, "within a day"],
  [24 * 60 + 1, "within 2 days"],
  [7 * 24 * 60, "within 7 days"],
])("promises no shorter time than %i minutes", (minutes, text) => {
  expect(withinTime(minutes)).toBe(text);
});

it.each([
  [23, 23, "100%"],
  [199, 200, "99%"],
  [1, 300, "1%"],
  [0, 5, "0%"],
  [2, 3, "67%"],
])("gives %i of %i as %s", (part, whole, text) => {
  expect(shareOf(part, whole)).toBe(text);
});
