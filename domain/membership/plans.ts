import { formatPounds, formatPoundsAndPence } from "#domain/values/money.ts";

/**
 * How often a membership is paid, as `create-checkout` accepts it and `subscribers.subscription_tier`
 * stores it.
 */
export type PlanId = "monthly" | "yearly";

export interface Plan {
  id: PlanId;
  /** The name of a member's plan (spec 1 section 9). */
  label: string;
  /** Its name where plans are chosen. */
  choice: string;
  description: string;
  /** Integer pence, charged once every `months`. */
  pence: number;
  months: number;
  /** The payment provider's price; empty for the one of the configuration. */
  priceId: string;
  offered: boolean;
}

/** The plans in the order in which they are shown; the first is chosen when the page opens (spec 2 section 2). */
export type Plans = readonly Plan[];

const MONTHLY: Plan = {
  id: "monthly",
  label: "Monthly Plan",
  choice: "Monthly",
  description: "Cancel any time",
  pence: 299,
  months: 1,
  priceId: "",
  offered: true,
};

const YEARLY: Plan = {
  ...MONTHLY,
  id: "yearly",
  label: "Annual Plan",
  choice: "Yearly",
  description: "",
  pence: 2000,
  months: 12,
};

/** The plans (spec 2 section 9), unless admins set others. */
export const DEFAULT_PLANS: Plans = [YEARLY, MONTHLY];

export const planIn = (plans: Plans, id: PlanId): Plan =>
  plans.find((plan) => plan.id === id) ?? (id === "yearly" ? YEARLY : MONTHLY);

/** What the payment provider says of a price. */
interface ProviderPrice {
  active: boolean;
  currency: string;
  unit_amount: number | null;
  recurring: { interval: string; interval_count: number } | null;
}

/** Why a plan cannot be sold at the provider's price, as a sentence; null if it can. */
export const priceProblem = (plan: Plan, price: ProviderPrice): string | null => {
  const period = plan.months === 12 ? "year" : "month";
  if (!price.active) return `The price of “${plan.label}” is archived at Stripe`;
  if (price.recurring?.interval !== period || price.recurring.interval_count !== 1)
    return `The price of “${plan.label}” is not charged once a ${period} at Stripe`;
  if (price.currency !== "gbp" || price.unit_amount !== plan.pence)
    return `The price of “${plan.label}” is ${formatPaid(price.unit_amount ?? 0, price.currency)} at Stripe, and ${formatPoundsAndPence(plan.pence)} here`;
  return null;
};

/** Days that a member whose renewal failed is still a member while the payment provider tries again. */
export const GRACE_DAYS = 7;

/** How long a renewed membership goes on after its end, until the payment provider's message comes. */
export const RENEWAL_GRACE_MS = 86_400_000;

/** Gives a year of membership without payment (P-12). */
export const FREE_YEAR_COUPON = "FIRST100";

/** Narrows untrusted input to a plan's id. */
export const isPlanId = (value: unknown): value is PlanId =>
  value === "monthly" || value === "yearly";

/** The name of a member's tier: yearly is annual, none is basic, any other is monthly (spec 1 section 9). */
export const planLabel = (tier: string | null | undefined, plans: Plans): string =>
  !tier || tier === "none"
    ? "Basic Plan"
    : planIn(plans, tier === "yearly" ? "yearly" : "monthly").label;

/** The price of a plan at each charge: '£20.00 a year'. */
export const pricePhrase = (plan: Pick<Plan, "id" | "pence">): string =>
  `${formatPoundsAndPence(plan.pence)} ${plan.id === "yearly" ? "a year" : "a month"}`;

/** What a membership costs, in one phrase: '£20 a year or £2.99 a month'. */
export const priceOfMembership = (plans: Plans): string =>
  plans
    .filter(({ offered }) => offered)
    .map(({ id, pence }) => `${formatPounds(pence)} ${id === "yearly" ? "a year" : "a month"}`)
    .join(" or ");

/**
 * What a plan saves compared with paying the other one monthly: the struck-through sum, the saving, both in pence,
 * and whole per cent rounded down. Null where nothing is saved, or nothing is sold monthly.
 */
export const saving = (
  plan: Plan,
  plans: Plans,
): { full: number; pence: number; percent: number } | null => {
  const monthly = planIn(plans, "monthly");
  const full = monthly.pence * plan.months;
  const pence = full - plan.pence;
  return monthly.offered && pence > 0
    ? { full, pence, percent: Math.floor((pence * 100) / full) }
    : null;
};

/**
 * Whether a typed coupon is the one for the free year; case and outer spaces do not count (spec 2 section
 * 4).
 */
export const isFreeYearCoupon = (typed: string): boolean =>
  typed.trim().toUpperCase() === FREE_YEAR_COUPON;

/** An amount that was really paid: a currency other than pounds has its code. */
export const formatPaid = (pence: number, currency: string): string =>
  currency.toLowerCase() === "gbp"
    ? formatPoundsAndPence(pence)
    : `${(pence / 100).toFixed(2)} ${currency.toUpperCase()}`;
