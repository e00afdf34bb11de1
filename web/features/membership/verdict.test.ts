import { expect, it } from "vitest";
import { verdictOf } from "./verdict.ts";

it("says that a free membership cost nothing, once it brought somebody", () => {
  expect(verdictOf(3, true, [])).toBe("3 enquiries and contacts so far, at no cost.");
  expect(verdictOf(1, true, [])).toBe("1 enquiry or contact so far, at no cost.");
  expect(verdictOf(0, true, [])).toBe("");
});
