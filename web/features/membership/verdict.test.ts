import { expect, it } from "vitest";
import { verdictOf } from "./verdict.ts";

const figure = (total: number) => ({ total, before: null });
const NONE = {
  views: figure(0),
  found: figure(0),
  enquiries: figure(0),
  answered_within_a_day: figure(0),
  contacts: figure(0),
  quotes_sent: figure(0),
  quotes_seen: figure(0),
  quotes_accepted: figure(0),
  value_pence: figure(0),
  reviews: figure(0),
};

it("puts what the membership brought beside what it costs", () => {
  const figures = {
    ...NONE,
    views: figure(69),
    enquiries: figure(1),
    contacts: figure(2),
    value_pence: figure(48_500),
  };
  expect(verdictOf({ figures, people_so_far: 3 }, 0, [])).toBe(
    "You had 69 views of your page, 1 enquiry, 2 unlocked contacts and £485 of accepted work. Your membership is free.",
  );
});

it("says a price only where it is known, and one for each contact once there are several", () => {
  const receipts = [
    { id: "1", paid_at: "2026-10-01T09:00:00Z", pence: 2000, currency: "gbp" },
  ] as unknown as Parameters<typeof verdictOf>[2];
  const worth = { figures: NONE, people_so_far: 8 };
  const nothing = "You had 0 views of your page and 0 enquiries.";
  expect(verdictOf(worth, null, [])).toBe(nothing);
  expect(verdictOf(worth, 167, receipts)).toBe(
    `${nothing} Your membership costs £1.67 a month. Each enquiry or contact so far has cost you £2.50.`,
  );
});
