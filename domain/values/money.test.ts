import { expect, it } from "vitest";
import { formatPounds, formatPoundsAndPence } from "./money.ts";

it.each([
  [0, "£0", "£0.00"],
  [2000, "£20", "£20.00"],
  [123_456, "£1,234.56", "£1,234.56"],
  [-50, "-£0.50", "-£0.50"],
])("formats %i pence with and without empty pence", (pence, pounds, poundsAndPence) => {
  expect(formatPounds(pence)).toBe(pounds);
  expect(formatPoundsAndPence(pence)).toBe(poundsAndPence);
});

it.each([2.99, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s pence as a price", (broken) => {
  expect(() => formatPoundsAndPence(broken)).toThrow(RangeError);
});
