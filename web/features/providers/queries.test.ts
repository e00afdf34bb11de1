import { describe, expect, it } from "vitest";
import { readSearch, whyThisOrder, writeSearch } from "./queries.ts";

const read = (query: string) => readSearch(new URLSearchParams(query));

describe("the address of the directory", () => {
  it("keeps filters, order and page, and leaves out what is usual", () => {
    const query = "?service=sparky&location=Leeds&category=IT&sort=rating&page=3";
    expect(writeSearch(read(query))).toBe(query);
    expect(writeSearch(read("?sort=relevance&page=1&service=++&other=x"))).toBe("");
  });

  it.each(["paid", "__proto__", "toString", "", "Rating"])("takes no order called %j", (sort) => {
    expect(read(`sort=${sort}`).sort).toBe("relevance");
  });

  it.each([
    ["0", 1],
    ["-3", 1],
    ["x", 1],
    ["501", 500],
    ["1e9", 1],
  ])("takes page %s as %i", (page, expected) => expect(read(`page=${page}`).page).toBe(expected));
});

describe("why this order", () => {
  it("says what each order does", () => {
    expect(whyThisOrder(read("service=plumber"))).toMatch(/^Best match first/);
    expect(whyThisOrder(read("sort=newest&service=plumber"))).toMatch(/^Newest members first/);
    expect(whyThisOrder(read("sort=rating"))).toMatch(/^Highest rated first/);
  });

  it("does not speak of a match where nothing is matched", () => {
    expect(whyThisOrder(read("location=Leeds"))).toMatch(/^Newest members first/);
  });
});
