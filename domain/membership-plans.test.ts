import { describe, expect, it } from "vitest";
import {
  formatPounds,
  isFreeYearCoupon,
  isPlanId,
  PLANS,
  planLabel,
  saving,
  undiscountedPence,
} from "./membership-plans.ts";

describe("prices", () => {
  it("are the specification's, in pounds", () => {
    expect(formatPounds(PLANS.monthly.pence)).toBe("£2.99");
    expect(formatPounds(PLANS.yearly.pence)).toBe("£20.00");
  });

  it("strike through a year of months and show the saving", () => {
    expect(formatPounds(undiscountedPence(PLANS.yearly))).toBe("£35.88");
    expect(formatPounds(saving(PLANS.yearly).pence)).toBe("£15.88");
    expect(saving(PLANS.yearly).percent).toBeGreaterThan(40);
    expect(saving(PLANS.monthly)).toEqual({ pence: 0, percent: 0 });
  });

  it("are formatted with thousands and signs, and only from whole pence", () => {
    expect(formatPounds(0)).toBe("£0.00");
    expect(formatPounds(123_456)).toBe("£1,234.56");
    expect(formatPounds(-50)).toBe("-£0.50");
    for (const broken of [2.99, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => formatPounds(broken)).toThrow(RangeError);
    }
  });
});

it("names tiers", () => {
  expect(planLabel("yearly")).toBe("Annual Plan");
  expect(planLabel("monthly")).toBe("Monthly Plan");
  expect(planLabel("weekly")).toBe("Monthly Plan");
  for (const none of ["none", "", null, undefined]) expect(planLabel(none)).toBe("Basic Plan");
});

it("narrows plan ids and nothing that only resembles one", () => {
  expect(isPlanId("monthly")).toBe(true);
  for (const other of ["Monthly", "toString", "", null, 1, ["yearly"], {}]) {
    expect(isPlanId(other)).toBe(false);
  }
});

it("recognises its coupon in any case", () => {
  expect(isFreeYearCoupon(" first100 ")).toBe(true);
  for (const other of ["", "FIRST10", "FIRST 100", "FIRST1000"]) {
    expect(isFreeYearCoupon(other)).toBe(false);
  }
});
