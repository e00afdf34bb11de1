import { expect, it } from "vitest";
import { namedPoints, scaleOf } from "./chart-scale.ts";

it.each([
  [[], 1, [0, 1]],
  [[0, 0], 1, [0, 1]],
  [[1], 1, [0, 1]],
  [[3, 2], 1, [0, 1, 2, 3]],
  [[7], 1, [0, 2, 4, 6, 8]],
  [[9], 1, [0, 3, 6, 9]],
  [[100, 40], 1, [0, 25, 50, 75, 100]],
  [[1234], 1, [0, 500, 1000, 1500]],
  [[299], 100, [0, 100, 200, 300]],
  [[1999, -500], 100, [-1000, 0, 1000, 2000]],
  [[-250], 100, [-300, -200, -100, 0]],
] as const)("%j in steps of %i has lines at %j", (values, unit, marks) => {
  const scale = scaleOf(values, unit);
  expect(scale.marks).toEqual(marks);
  expect([scale.low, scale.high]).toEqual([marks[0], marks.at(-1)]);
});

it.each([
  [7, 5, [0, 2, 4, 6]],
  [30, 5, [5, 11, 17, 23, 29]],
  [12, 5, [2, 5, 8, 11]],
  [1, 5, [0]],
  [0, 5, []],
])("of %i points at most %i are named: %j", (count, most, named) => {
  expect(namedPoints(count, most)).toEqual(named);
});
