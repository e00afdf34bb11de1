import { expect, test } from "vitest";
import { closest, LIKENESS, nearestColumns } from "./fuzzy.ts";

test("the name that may have been meant is the most alike, by edits", () => {
  expect(closest("role", ["directors", "roles", "actors"], LIKENESS.relation)).toBe("roles");
  expect(closest("film", ["FILMS", "reels"], LIKENESS.relation)).toBe("FILMS");
});

test("the name that may have been meant is a slip of the keyboard for a table or a function, not a guess (PostgREST 14.6)", () => {
  expect(closest("projecxx", ["projects"], LIKENESS.relation)).toBe("projects");
  expect(closest("users", ["markers"], LIKENESS.relation)).toBeNull();
  expect(closest("users", ["markers"], LIKENESS.part)).toBe("markers");
});

test("the columns that PostgreSQL would suggest are the nearest, or two that are as near", () => {
  expect(nearestColumns("titel", ["id", "title"])).toEqual(["title"]);
  expect(nearestColumns("names", ["name1", "name2"])).toEqual(["name1", "name2"]);
});

test("a name of kilobytes is compared with nothing", () => {
  const columns = Array.from({ length: 2_000 }, (_, n) => `a_column_of_a_table_${n}`);
  const long = "x".repeat(28_000);
  const before = process.cpuUsage();
  expect(nearestColumns(long, columns)).toEqual([]);
  expect(closest(long, columns, LIKENESS.part)).toBeNull();
  const { user, system } = process.cpuUsage(before);
  // Comparing letter by letter takes four times as long and more.
  expect((user + system) / 1000).toBeLessThan(2_000);
});
