import { expect, it } from "vitest";
import {
  isFiltered,
  NO_FILTER,
  pageCount,
  readJobFilter,
  readPage,
  writeJobFilter,
} from "./jobs.ts";

const read = (query: string) => readJobFilter(new URLSearchParams(query));

it("the job filter survives being written to the address and read back", () => {
  const filter = {
    keyword: "router",
    category: "IT",
    location: "Leeds",
    within: 25,
    minBudget: 100,
    maxBudget: 500,
    budgetType: "range" as const,
    sort: "closing" as const,
  };
  expect(read(writeJobFilter(filter))).toEqual(filter);
  expect(writeJobFilter(NO_FILTER)).toBe("");
});

it("the job filter has no bounds while any budget will do", () => {
  expect(read("budgetType=any&minBudget=5&maxBudget=9")).toEqual(NO_FILTER);
  expect(writeJobFilter({ ...NO_FILTER, minBudget: 5 })).toBe("");
});

it.each([
  "within=25",
  "location=Leeds&within=0",
  "location=Leeds&within=201",
  "location=Leeds&within=x",
  "sort=richest",
])("the job filter has no distance and no other order for %s", (query) =>
  expect(read(query)).toMatchObject({ within: 0, sort: "newest" }),
);

it("the job filter is none while only the order is chosen", () => {
  expect(isFiltered({ ...NO_FILTER, sort: "budget" })).toBe(false);
  expect(isFiltered({ ...NO_FILTER, keyword: "tap" })).toBe(true);
});

it("the job filter puts bounds into their order", () => {
  const found = read("budgetType=fixed&minBudget=900&maxBudget=100");
  expect(found).toMatchObject({ minBudget: 100, maxBudget: 900 });
});

it("the job filter understands digits of other scripts", () => {
  const found = read("budgetType=fixed&minBudget=١٠٠&maxBudget=９００");
  expect(found).toMatchObject({ minBudget: 100, maxBudget: 900 });
});

it.each(["budgetType=free", "budgetType=range&minBudget=-1&maxBudget=lots", "minBudget=1e99"])(
  "the job filter ignores %s",
  (query) => {
    expect(read(query)).toMatchObject({ minBudget: null, maxBudget: null });
  },
);

it("counts pages of five, and at least one", () => {
  expect([0, 1, 5, 6, 40].map((total) => pageCount(total))).toEqual([1, 1, 1, 2, 8]);
});

it.each([
  ["", 1],
  ["page=3", 3],
  ["page=-2", 1],
  ["page=x", 1],
  ["page=99999999", 1_000_000],
])("reads %j as page %i", (query, page) => {
  expect(readPage(new URLSearchParams(query))).toBe(page);
});
