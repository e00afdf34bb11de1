import { expect, it } from "vitest";
import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { membershipOffer } from "./membership-offer.ts";

it("says what is free only while something is", () => {
  const prices = "£20 a year or £2.99 a month";
  expect(membershipOffer(91, DEFAULT_PLANS)).toBe(
    `Your first year is free, no card needed. After that it's ${prices}, only if you choose a plan.`,
  );
  for (const none of [0, null])
    expect(membershipOffer(none, DEFAULT_PLANS)).toBe(`Membership costs ${prices}.`);
});
