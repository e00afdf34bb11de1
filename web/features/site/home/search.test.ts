import { expect, it } from "vitest";
import { directoryPath, EMPTY_SEARCH_PATH, isEmptySearch } from "./search.ts";

it.each([
  ["plumber", "Leeds", "/directory?service=plumber&location=Leeds"],
  ["  dog walker ", "", "/directory?service=dog+walker"],
  ["", "Bath & Wells", "/directory?location=Bath+%26+Wells"],
  ["", "", null],
  ["   ", "\t", null],
])("%j in %j leads to %j", (service, location, path) => {
  expect(directoryPath(service, location)).toBe(path);
});

it.each([
  [EMPTY_SEARCH_PATH.slice(1), true],
  ["?location=&service=++", true],
  ["?service=plumber&location=", false],
  ["?service=&location=&category=", false],
  ["?service=", false],
  ["", false],
])("of the query %j, that it is an empty search is %j", (query, expected) => {
  expect(isEmptySearch(new URLSearchParams(query))).toBe(expected);
});
