import { expect, it } from "vitest";
import { barWidth } from "./bar.ts";

it.each([
  [10, 10, 100],
  [5, 10, 50],
  [1, 1000, 10],
  [0, 10, 10],
  [0, 0, 10],
])("%i of at most %i is %i per cent wide", (count, largest, width) => {
  expect(barWidth(count, largest)).toBe(width);
});
