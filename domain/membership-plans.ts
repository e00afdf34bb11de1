/** A membership's rhythm, as `create-checkout` takes it and `subscribers.subscription_tier` keeps it. */
export type PlanId = "monthly" | "yearly";

export interface Plan {
  id: PlanId;
  /** How a member's plan is named (spec 1 section 9). */
  label: string;
  /** Integer pence, taken once every `months`. */
  pence: number;
  months: number;
}

/** The two plans (spec 2 section 9). */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  monthly: { id: "monthly", label: "Monthly Plan", pence: 299, months: 1 },
  yearly: { id: "yearly", label: "Annual Plan", pence: 2000, months: 12 },
};

/** What the membership page has chosen when it opens (spec 2 section 2). */
export const DEFAULT_PLAN: PlanId = "yearly";

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

/** The monthly price paid for as long as the plan lasts, in pence: what is struck through. */
export const undiscountedPence = (plan: Plan): number => PLANS.monthly.pence * plan.months;

/** What the plan saves against paying monthly: pence, and whole per cent rounded down. */
export const saving = (plan: Plan): { pence: number; percent: number } => {
  const full = undiscountedPence(plan);
  const pence = full - plan.pence;
  return { pence, percent: Math.floor((pence * 100) / full) };
};

/** Whether a typed coupon is the free year; case and outer spaces do not count (spec 2 section 4). */
export const isFreeYearCoupon = (typed: string): boolean =>
  typed.trim().toUpperCase() === FREE_YEAR_COUPON;

const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Pence as pounds with two decimals, for example `£2.99`. Throws a RangeError unless whole. */
export const formatPounds = (pence: number): string => {
  if (!Number.isSafeInteger(pence)) throw new RangeError("Pence must be a whole number");
  return POUNDS.format(pence / 100);
};

/** An amount that was really paid: another currency than pounds keeps its code. */
export const formatPaid = (pence: number, currency: string): string =>
  currency.toLowerCase() === "gbp"
    ? formatPounds(pence)
    : `${(pence / 100).toFixed(2)} ${currency.toUpperCase()}`;
