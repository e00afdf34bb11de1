import { formatPaid, formatPounds, PLANS } from "#domain/membership-plans.ts";
import { line } from "./notice.ts";

/** An amount of a notice's data, as people write it. */
export const amount = (pence: unknown, currency: unknown): string =>
  formatPaid(Math.round(Number(pence)) || 0, line(currency, 3));

/** What the plan of a tier costs each time it is charged: '£20.00 a year'. */
export const priceOf = (tier: unknown): string =>
  tier === "yearly"
    ? `${formatPounds(PLANS.yearly.pence)} a year`
    : `${formatPounds(PLANS.monthly.pence)} a month`;
