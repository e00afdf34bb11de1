import { expect, it } from "vitest";
import { directoryPath } from "./search.ts";

it.each([
  ["plumber", "Leeds", "/directory?service=plumber&location=Leeds"],
  ["  dog walker ", "", "/directory?service=dog+walker"],
  ["", "Bath & Wells", "/directory?location=Bath+%26+Wells"],
  ["", "", null],
  ["   ", "\t", null],
])("%j in %j leads to %j", (service, location, path) => {
  expect(directoryPath(service, location)).toBe(path);
});
