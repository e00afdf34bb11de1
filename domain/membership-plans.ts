/**
 * How often a membership is paid, as `create-checkout` accepts it and `subscribers.subscription_tier`
 * stores it.
 */
export type PlanId = "monthly" | "yearly";

export interface Plan {
  id: PlanId;
  /** The name of a member's plan (spec 1 section 9). */
  label: string;
  /** Integer pence, charged once every `months`. */
  pence: number;
  months: number;
}

/** The two plans (spec 2 section 9). */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  monthly: { id: "monthly", label: "Monthly Plan", pence: 299, months: 1 },
  yearly: { id: "yearly", label: "Annual Plan", pence: 2000, months: 12 },
};

/** The plan selected when the membership page opens (spec 2 section 2). */
export const DEFAULT_PLAN: PlanId = "yearly";

/** Days that a member whose renewal failed is still a member while the payment provider tries again. */
export const GRACE_DAYS = 7;

/** Gives a year of membership without payment (P-12). */
export const FREE_YEAR_COUPON = "FIRST100";

/** Narrows untrusted input to a plan's id. */
export const isPlanId = (value: unknown): value is PlanId =>
  value === "monthly" || value === "yearly";

/** The name of a member's tier: yearly is annual, none is basic, any other is monthly (spec 1 section 9). */
export const planLabel = (tier: string | null | undefined): string => {
  if (!tier || tier === "none") return "Basic Plan";
  return tier === "yearly" ? PLANS.yearly.label : PLANS.monthly.label;
};

/** The monthly price for the plan's whole duration, in pence: the struck-through figure. */
export const undiscountedPence = (plan: Plan): number => PLANS.monthly.pence * plan.months;

/** The plan's saving compared with paying monthly: pence, and whole per cent rounded down. */
export const saving = (plan: Plan): { pence: number; percent: number } => {
  const full = undiscountedPence(plan);
  const pence = full - plan.pence;
  return { pence, percent: Math.floor((pence * 100) / full) };
};

/**
 * Whether a typed coupon is the one for the free year; case and outer spaces do not count (spec 2 section
 * 4).
 */
export const isFreeYearCoupon = (typed: string): boolean =>
  typed.trim().toUpperCase() === FREE_YEAR_COUPON;

const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Pence as pounds with two decimals, for example `£2.99`. Throws a RangeError unless whole. */
export const formatPounds = (pence: number): string => {
  if (!Number.isSafeInteger(pence)) throw new RangeError("Pence must be a whole number");
  return POUNDS.format(pence / 100);
};

/** An amount that was really paid: a currency other than pounds has its code. */
export const formatPaid = (pence: number, currency: string): string =>
  currency.toLowerCase() === "gbp"
    ? formatPounds(pence)
    : `${(pence / 100).toFixed(2)} ${currency.toUpperCase()}`;
