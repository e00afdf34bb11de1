import { expect, it } from "vitest";
import { verdictOf } from "./verdict.ts";

const RECEIPTS = [
  { id: "1", paid_at: "2026-10-01T09:00:00Z", pence: 2000, currency: "gbp" },
] as unknown as Parameters<typeof verdictOf>[2];

it("says that a free membership cost nothing, once it brought somebody", () => {
  expect(verdictOf(3, true, [])).toBe("3 enquiries and contacts so far, at no cost.");
  expect(verdictOf(1, true, [])).toBe("1 enquiry or contact so far, at no cost.");
  expect(verdictOf(0, true, [])).toBe("");
});

it("says what each contact cost once there are several, and nothing before", () => {
  expect(verdictOf(1, false, RECEIPTS)).toBe("");
  expect(verdictOf(8, false, [])).toBe("");
  for (const free of [false, true])
    expect(verdictOf(8, free, RECEIPTS)).toBe("Each enquiry or contact so far has cost you £2.50.");
});
