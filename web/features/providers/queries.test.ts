import { expect, it } from "vitest";
import type { Db } from "#web/session/database.ts";
import { loadDirectory, orderReason, readSearch, writeSearch } from "./queries.ts";

const read = (query: string) => readSearch(new URLSearchParams(query));

it("the address of the directory keeps filters, order and page, and leaves out defaults", () => {
  const query = "?service=sparky&location=Leeds&category=IT&sort=rating&page=3";
  expect(writeSearch(read(query))).toBe(query);
  expect(writeSearch(read("?sort=relevance&page=1&service=++&other=x"))).toBe("");
});

it.each(["paid", "__proto__", "toString", "", "Rating"])("ignores an order called %j", (sort) => {
  expect(read(`sort=${sort}`).sort).toBe("relevance");
});

it.each([
  ["0", 1],
  ["-3", 1],
  ["x", 1],
  ["501", 500],
  ["1e9", 1],
])("reads page %s as %i", (page, expected) => expect(read(`page=${page}`).page).toBe(expected));

it("places keep a distance only beside a location, only a valid one, and leave out the usual one", () => {
  expect(writeSearch(read("location=LS6&within=25"))).toBe("?location=LS6&within=25");
  // Only what is called so.
  expect(writeSearch(read("location=LS6&within=0"))).toBe("?location=LS6&within=0");
  for (const query of [
    "within=25",
    "location=LS6&within=10",
    "location=LS6&within=1e2",
    "location=LS6&within=201",
  ])
    expect(writeSearch(read(query))).not.toContain("within");
});

it("places that say their own distance are a place and a distance", () => {
  expect(writeSearch(read("location=Within+15+miles+of+LS6"))).toBe("?location=LS6&within=15");
  // The last typed value has priority over the chosen one.
  expect(writeSearch(read("location=within+1+mile+of+York&within=50"))).toBe(
    "?location=York&within=1",
  );
  expect(writeSearch(read("location=within+999+miles+of+York"))).toBe("?location=York");
  expect(writeSearch(read("location=within+١٥+miles+of+LS6"))).toBe("?location=LS6&within=15");
  expect(read("location=within+of+York").location).toBe("within of York");
});

it("explains each order", () => {
  expect(orderReason(read("service=plumber"))).toMatch(/^Closest matches first/);
  expect(orderReason(read("sort=newest&service=plumber"))).toMatch(/^Newest members first/);
  expect(orderReason(read("sort=rating"))).toMatch(/^Highest rated first/);
});

it.each([
  ["ZZ1 1ZZ", null, true],
  ["LS6", { name: "ls6" }, false],
  ["Little Snoring", null, false],
])("of nobody in %s, says whether the postcode is unknown", async (location, place, unplaced) => {
  const rpc = (_name: string, { location: wanted }: { location: string }) => ({
    throwOnError: async () => ({
      data: { total: wanted ? 0 : 1, providers: [], place: wanted ? place : null },
    }),
  });
  const page = await loadDirectory({ rpc } as unknown as Db, read(`location=${location}`));
  expect(page).toMatchObject({ fallback: true, unplaced });
});
