import { expect, it } from "vitest";
import { filterOf, readUserSearch, writeUserSearch } from "./queries.ts";

const read = (query: string) => readUserSearch(new URLSearchParams(query));

it("writes filters and page to the address, and reads them back", () => {
  const search = {
    type: "provider",
    status: "non-members",
    sort: "name",
    text: "jo & co",
    page: 3,
  } as const;
  const query = "?type=provider&status=non-members&sort=name&q=jo+%26+co&page=3";
  expect(writeUserSearch(search)).toBe(query);
  expect(read(query)).toEqual(search);
});

it("leaves out of the address what is as usual, and reads anything unknown as that", () => {
  const usual = { type: "all", status: "any", sort: "newest", text: "", page: 1 };
  for (const query of ["", "type=x&status=Hidden&sort=&q=+&page=-4", "status=any"]) {
    expect(read(query)).toEqual(usual);
  }
  expect(writeUserSearch(read(""))).toBe("");
});

it.each(["members", "non-members", "hidden", "inactive"])("asks for the status %s", (status) => {
  const search = read(`status=${status}&page=2`);
  expect(filterOf(search)).toEqual({ status });
  expect(writeUserSearch(search)).toBe(`?status=${status}&page=2`);
});

it("asks for no filter that was not chosen", () => {
  expect(filterOf(read("sort=oldest"))).toEqual({});
});
