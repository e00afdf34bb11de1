import { expect, it } from "vitest";
import {
  describePrice,
  quoteColumns,
  quoteSchema,
  quoteState,
  quoteValues,
} from "./jobs-quotes.ts";
import { dayAhead } from "./values/dates.ts";

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
