import { formatPaid, formatPounds, PLANS } from "#domain/membership-plans.ts";
import { line } from "./notice.ts";

/** An amount of a notice's data, as text for people. */
export const amount = (pence: unknown, currency: unknown): string =>
  formatPaid(Math.round(Number(pence)) || 0, line(currency, 3));

/** The price of a tier's plan at each charge: '£20.00 a year'. */
export const priceOf = (tier: unknown): string =>
  tier === "yearly"
    ? `${formatPounds(PLANS.yearly.pence)} a year`
    : `${formatPounds(PLANS.monthly.pence)} a month`;
