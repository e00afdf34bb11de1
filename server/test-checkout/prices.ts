import { DEFAULT_PLANS, type Plan, type PlanId, planIn } from "#domain/membership/plans.ts";
import type { Price } from "./things.ts";

/** The price of a plan at its original sum. Any other sum of pence is `price_test_monthly_350`. */
export const priceIdOf = (plan: PlanId): string => `price_test_${plan}`;

/** The provider's prices exist for both periods and any sum, so that admins can try another. */
export const planOf = (priceId: string): Plan | undefined => {
  const [, id, pence] = /^price_test_(monthly|yearly)(?:_(\d{2,6}))?$/.exec(priceId) ?? [];
  if (!id) return undefined;
  const plan = planIn(DEFAULT_PLANS, id as PlanId);
  return { ...plan, priceId, pence: pence ? Number(pence) : plan.pence };
};

export const testPrice = (plan: Plan): Price => ({
  id: plan.priceId,
  object: "price",
  active: true,
  currency: "gbp",
  unit_amount: plan.pence,
  nickname: plan.label,
  recurring: { interval: plan.id === "yearly" ? "year" : "month", interval_count: 1 },
});
