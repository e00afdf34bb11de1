import { PLANS, type Plan } from "#domain/membership-plans.ts";
import type { Price } from "./things.ts";

/** The plans on sale, as the provider's prices. */
export const priceIdOf = (plan: Plan): string => `price_test_${plan.id}`;

export const planOf = (priceId: string): Plan | undefined =>
  Object.values(PLANS).find((plan) => priceIdOf(plan) === priceId);

export const testPrice = (plan: Plan): Price => ({
  id: priceIdOf(plan),
  object: "price",
  currency: "gbp",
  unit_amount: plan.pence,
  nickname: plan.label,
  recurring: { interval: plan.id === "yearly" ? "year" : "month", interval_count: 1 },
});
