import { expect, it } from "vitest";
import { dayAhead } from "#domain/values/dates.ts";
import {
  bestOf,
  describeFrom,
  describePrice,
  describePriceWithVat,
  quoteColumns,
  quoteSchema,
  quoteState,
  quoteValues,
} from "./quotes.ts";

const VALUES = {
  message: " I can do it. ",
  priceType: "range",
  priceMin: "£1,200",
  priceMax: "1500.50",
  vat: "added",
  earliestStart: "",
  validUntil: "2026-12-20",
  pictures: [],
};

it("becomes the columns of the database", () => {
  const parsed = quoteSchema.parse(VALUES);
  expect(quoteColumns(parsed)).toEqual({
    message: "I can do it.",
    price_type: "range",
    price_min: 120_000,
    price_max: 150_050,
    vat: "added",
    earliest_start: null,
    valid_until: "2026-12-20",
    pictures: [],
  });
  expect(quoteColumns({ ...parsed, priceType: "after_visit" })).toMatchObject({
    price_min: null,
    price_max: null,
  });
  expect(quoteColumns({ ...parsed, priceType: "hourly" })).toMatchObject({ price_max: null });
});

it.each([
  [{ message: " " }, "message"],
  [{ priceMin: "cheap" }, "priceMin"],
  [{ priceMin: "0.50" }, "priceMin"],
  [{ priceMax: "1000" }, "priceMax"],
  [{ priceMax: "" }, "priceMax"],
  [{ validUntil: "" }, "validUntil"],
  [{ vat: "later" }, "vat"],
])("refuses %j at its field", (more, field) => {
  const result = quoteSchema.safeParse({ ...VALUES, ...more });
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

it.each([
  ["fixed", 25_000, null, "£250"],
  ["range", 25_000, 30_050, "£250 to £300.50"],
  ["hourly", 2_500, null, "£25 an hour"],
  ["after_visit", null, null, "After a visit"],
])("describes a price that is %s", (price_type, price_min, price_max, words) => {
  expect(describePrice({ price_type, price_min, price_max })).toBe(words);
});

it("is expired, or not chosen, only while it is undecided", () => {
  expect(quoteState({ state: "sent", expired: true })).toBe("Expired");
  expect(quoteState({ state: "sent", expired: false })).toBe("Waiting");
  expect(quoteState({ state: "accepted", expired: true }, "hired")).toBe("Accepted");
  expect(quoteState({ state: "sent", expired: true }, "hired")).toBe("Not chosen");
});

it("is changed with the days it had, unless they are past", () => {
  const columns = quoteColumns(quoteSchema.parse(VALUES));
  const days = (earliest_start: string | null, valid_until: string) => {
    const { earliestStart, validUntil } = quoteValues({ ...columns, earliest_start, valid_until });
    return [earliestStart, validUntil];
  };
  expect(days(dayAhead(0), dayAhead(3))).toEqual([dayAhead(0), dayAhead(3)]);
  expect(days(dayAhead(-1), dayAhead(-1))).toEqual(["", dayAhead(30)]);
  expect(quoteValues(null).validUntil).toBe(dayAhead(30));
});

it.each([
  [{ vat: "added" }, "£90"],
  [{ vat: "added", price_type: "range", price_max: 10_050 }, "£90 to £120.60"],
  [{ vat: "included" }, null],
  [{ vat: "added", price_type: "after_visit", price_min: null }, null],
])("says what a price comes to with %j", (changed, words) => {
  const quote = { price_type: "fixed", price_min: 7500, price_max: null, ...changed };
  expect(describePriceWithVat(quote)).toBe(words);
});

it.each([
  [["fixed", 9000, "added"], ["range", 12_000, "none"], "from £108"],
  [["hourly", 2500, "included"], ["hourly", 3000, "none"], "from £25 an hour"],
  [["fixed", 9000, "added"], ["hourly", 3000, "none"], null],
  [["fixed", 9000, "added"], ["after_visit", null, "none"], null],
] as const)("says from which price %j and %j begin, if that can be said", (one, other, words) => {
  const quotes = [one, other].map(([price_type, price_min, vat]) => ({
    price_type,
    price_min,
    price_max: null,
    vat,
  }));
  expect(describeFrom(quotes)).toBe(words);
});

const quote = (provider_id: string, changed: object) => ({
  provider_id,
  price_type: "fixed",
  price_min: 7500,
  price_max: null,
  vat: "included",
  earliest_start: null,
  miles: null,
  ...changed,
});

it("the best of several quotes is the lowest in what is paid, the soonest and the nearest", () => {
  const added = quote("added", { price_min: 7000, vat: "added", earliest_start: "2026-12-02" });
  const near = quote("near", { miles: 8, earliest_start: "2026-12-08" });
  const far = quote("far", { price_min: 9000, miles: 177 });
  expect(bestOf([added, near, far])).toEqual({ price: "near", start: "added", distance: "near" });
});

it.each([
  ["a range below the others", "7000-7400 7500", "0"],
  ["a range that begins below, and may end above", "7000-9000 7500", null],
  ["a price at the lower end of a range", "7500-9000 7500", "1"],
  ["ranges that share a price", "7000-8000 7500-9000 9500", null],
  ["a range that ends where the next begins", "7000-7500 7500-8000", "0"],
  ["two equal prices below a third", "7500 7500 9000", null],
  ["one price beside one that is agreed after a visit", "7500 visit", null],
  ["prices beside one that is agreed after a visit", "7500 8000 visit", "0"],
])("the best of several quotes in price, of %s with %j, is %j", (_, prices, lowest) => {
  const quotes = prices.split(" ").map((price, index) => {
    const [price_min = null, price_max = null] =
      price === "visit" ? [] : price.split("-").map(Number);
    const price_type = price_min === null ? "after_visit" : price_max === null ? "fixed" : "range";
    return quote(`${index}`, { price_min, price_max, price_type });
  });
  expect(bestOf(quotes).price).toBe(lowest);
});

it("the best of several quotes compares the highest price with VAT", () => {
  const range = quote("range", { price_type: "range", price_min: 6000, price_max: 7000 });
  const fixed = quote("fixed", { price_min: 8000 });
  expect(bestOf([range, fixed]).price).toBe("range");
  expect(bestOf([{ ...range, vat: "added" }, fixed]).price).toBeNull();
});

it("the best of several quotes is nobody where values are equal, or cannot be compared", () => {
  expect(bestOf([quote("a", { miles: 3 }), quote("b", { miles: 3 })])).toEqual({
    price: null,
    start: null,
    distance: null,
  });
  const hourly = quote("b", { price_type: "hourly", price_min: 2500 });
  expect(bestOf([quote("a", {}), hourly]).price).toBeNull();
  const dearer = quote("c", { price_type: "hourly", price_min: 3000 });
  const visit = quote("d", { price_type: "after_visit", price_min: null });
  expect(bestOf([dearer, hourly, visit]).price).toBe("b");
});
