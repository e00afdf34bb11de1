import { expect, it } from "vitest";
import { isUuid } from "./uuid.ts";

it.each([
  ["4f6b8a52-0000-4000-8000-000000000001", true],
  ["4F6B8A52-0000-4000-8000-00000000000A", true],
  ["4f6b8a52-0000-4000-8000-000000000001\n", false],
  ["4f6b8a52-0000-4000-8000-00000000000g", false],
  ["4f6b8a520000400080000000000000001", false],
  ["", false],
  [null, false],
  [["4f6b8a52-0000-4000-8000-000000000001"], false],
])("%j is one: %j", (value, is) => {
  expect(isUuid(value)).toBe(is);
});
