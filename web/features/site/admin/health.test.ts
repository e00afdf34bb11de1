import { expect, test } from "vitest";
import { formatBytes } from "./health.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 KB"],
  [12_540_000, "12.5 MB"],
  [999_000_000, "999 MB"],
  [2_345_000_000_000_000, "2345 TB"],
])("%d bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
