import { expect, it } from "vitest";
import { amountLabel, cheapestOf, penceOf, priceColumns, priceLabel } from "./prices.ts";

it.each([
  ["45", 4500],
  ["£45.5", 4550],
  ["1,200", 120_000],
  [" £ 0.99 ", 99],
  ["£４５", 4500],
  ["١٬٢٠٠", null],
  ["४५.５०", 4550],
  ["0", null],
  ["12,00", null],
  ["20-30", null],
  ["-5", null],
  ["9999999", null],
  ["", null],
])("reads %j as %s pence", (typed, pence) => expect(penceOf(typed)).toBe(pence));

it("says a price as people do", () => {
  const label = (price: string, unit = "") => priceLabel(priceColumns({ price, unit }));
  expect(label("45", "hour")).toBe("From £45 an hour");
  expect(label("45.5")).toBe("From £45.50");
  expect(label("1200", "square metre")).toBe("From £1,200 a square metre");
  expect(label("Free quote")).toBe("Free quote");
  expect(label("")).toBe("");
});

it("finds the lowest price, and says it with its unit", () => {
  const dear = { price_pence: 9000, unit: "job" };
  const cheap = { price_pence: 4550, unit: "hour" };
  expect(cheapestOf([dear, { price_pence: null, unit: null }, cheap])).toEqual(cheap);
  expect(cheapestOf([{ price_pence: null, unit: null }])).toBeUndefined();
  expect(amountLabel(4550, "hour")).toBe("£45.50 an hour");
  expect(amountLabel(9000, null)).toBe("£90");
});
