import { expect, it } from "vitest";
import { readModeration, writeModeration } from "./queries.ts";

const read = (query: string) => readModeration(new URLSearchParams(query));

it("opens at what waits, and searches everything", () => {
  expect(read("").state).toBe("pending");
  expect(read("q=tap").state).toBe("all");
  expect(read("q=tap&state=hidden").state).toBe("hidden");
});

it("writes every search into an address that reads as the same one", () => {
  for (const state of ["all", "pending", "approved", "hidden"] as const) {
    for (const text of ["", "tap"]) {
      const search = { state, text, page: 2 };
      expect(read(writeModeration(search))).toEqual(search);
    }
  }
});
