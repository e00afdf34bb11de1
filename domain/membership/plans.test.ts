import { expect, it } from "vitest";
import { formatPoundsAndPence } from "#domain/values/money.ts";
import { plansOf } from "./plan-setting.ts";
import {
  DEFAULT_PLANS,
  isFreeYearCoupon,
  isPlanId,
  planIn,
  priceOfMembership,
  priceProblem,
} from "./plans.ts";

const monthly = planIn(DEFAULT_PLANS, "monthly");
const yearly = planIn(DEFAULT_PLANS, "yearly");

it("prices are the specification's, in pounds", () => {
  expect(formatPoundsAndPence(monthly.pence)).toBe("£2.99");
  expect(formatPoundsAndPence(yearly.pence)).toBe("£20.00");
});

it("prices are named in one phrase, without a plan that is not offered", () => {
  expect(priceOfMembership(DEFAULT_PLANS)).toBe("£20 a year or £2.99 a month");
  expect(priceOfMembership([yearly, { ...monthly, offered: false }])).toBe("£20 a year");
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

const SETTING = [
  { id: "monthly", name: "Gold", description: "", pence: 350, price_id: "price_1", offered: true },
  { id: "yearly", name: " ", description: "Best", pence: 2500, price_id: "", offered: false },
];

it("reads the plans of admins, and its own where there are none or they are broken", () => {
  const [gold, annual] = plansOf(SETTING);
  expect(gold).toMatchObject({ label: "Gold", choice: "Gold", pence: 350, priceId: "price_1" });
  expect(annual).toMatchObject({ label: "Annual Plan", choice: "Yearly", months: 12 });
  for (const broken of [
    null,
    [],
    [SETTING[0], SETTING[0]],
    SETTING.map((plan) => ({ ...plan, offered: false })),
    SETTING.map((plan) => ({ ...plan, pence: 1.5 })),
    SETTING.map((plan) => ({ ...plan, price_id: "prod_1" })),
  ])
    expect(plansOf(broken)).toBe(DEFAULT_PLANS);
});

it("sells a plan only at the price that it shows", () => {
  const month = { interval: "month", interval_count: 1 };
  const price = { active: true, currency: "gbp", unit_amount: 299, recurring: month };
  expect(priceProblem(monthly, price)).toBeNull();
  for (const [change, sentence] of [
    [{ active: false }, /archived/],
    [{ unit_amount: 300 }, /£3\.00 at Stripe, and £2\.99 here/],
    [{ currency: "usd" }, /2\.99 USD at Stripe/],
    [{ recurring: { interval: "year", interval_count: 1 } }, /not charged once a month/],
    [{ recurring: { interval: "month", interval_count: 3 } }, /not charged once a month/],
    [{ recurring: null }, /not charged once a month/],
  ] as const)
    expect(priceProblem(monthly, { ...price, ...change })).toMatch(sentence);
});
