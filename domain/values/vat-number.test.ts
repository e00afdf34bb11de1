import { expect, it } from "vitest";
import { vatNumberText } from "./vat-number.ts";

it.each([
  ["GB123456789", "GB123456789"],
  ["123 4567 89", "GB123456789"],
  [" gb 123 4567 89 ", "GB123456789"],
  ["GB\u00a0123\u20114567\u201189\u200b", "GB123456789"],
  ["123456789001", "GB123456789001"],
  ["ＧＢ１２３４５６７８９", "GB123456789"],
  ["١٢٣ ٤٥٦٧ ٨٩", "GB123456789"],
  ["", ""],
  ["  ", ""],
])("reads %j as %j", (typed, stored) => {
  expect(vatNumberText.parse(typed)).toBe(stored);
});

it.each(["12345678", "1234567890", "GB12345678901234", "FR123456789", "GB12345678A", "none"])(
  "refuses %j",
  (typed) => {
    expect(vatNumberText.safeParse(typed).error?.issues[0]?.message).toMatch(/9 or 12 digits/);
  },
);
