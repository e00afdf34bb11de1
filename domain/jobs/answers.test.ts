import { expect, it } from "vitest";
import { jobFigures } from "./answers.ts";

it.each([
  [9, 2, 1, "9 professionals told, 2 have looked, 1 quote"],
  [1, 1, 0, "1 professional told, 1 has looked, no quotes"],
  [0, 0, 0, "0 professionals told, none have looked, no quotes"],
  [200, 30, 4, "The nearest 200 professionals told, 30 have looked, 4 quotes"],
])("says of %i, %i and %i: %s", (told_count, seen_count, quote_count, words) => {
  expect(jobFigures({ told_count, seen_count, quote_count })).toBe(words);
});
