import { expect, it } from "vitest";
import { moved, placeAt } from "./order.ts";

it.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, 9, "bca"],
  [2, -3, "cab"],
  [7, 0, "abc"],
])("from %i to %i gives %s", (from, to, order) => {
  expect(moved([..."abc"], from, to).join("")).toBe(order);
});

const rows = [0, 10, 20, 30].map((top) => ({ top, bottom: top + 10 }));
it.each([
  // Held at its own place, at any point within it.
  [1, 11, 1],
  [1, 19, 1],
  // A neighbour moves when its middle is passed.
  [1, 24, 1],
  [1, 26, 2],
  [1, 6, 1],
  [1, 4, 0],
  [0, 100, 3],
  [3, -100, 0],
])("picked up at %i with the pointer at %i drops at %i", (from, y, place) => {
  expect(placeAt(rows, from, y)).toBe(place);
});
