import { expect, it } from "vitest";
import { verdictOf } from "./verdict.ts";

const RECEIPTS = [
  { id: "1", paid_at: "2026-10-01T09:00:00Z", pence: 2000, currency: "gbp" },
] as unknown as Parameters<typeof verdictOf>[2];

it("says that a free membership cost nothing, once it brought somebody", () => {
  expect(verdictOf(3, 0, [])).toBe("3 enquiries and contacts so far, at no cost.");
  expect(verdictOf(1, 0, [])).toBe("1 enquiry or contact so far, at no cost.");
  expect(verdictOf(0, 0, [])).toBe("");
});

it("says nothing of a price that is not known", () => {
  expect(verdictOf(8, null, [])).toBe("");
});

it("says what a month costs, and each contact once there are several", () => {
  expect(verdictOf(1, 167, RECEIPTS)).toBe("Your membership costs £1.67 a month.");
  expect(verdictOf(8, 167, RECEIPTS)).toBe(
    "Your membership costs £1.67 a month. Each enquiry or contact so far has cost you £2.50.",
  );
});
