import { formatPounds, PLANS } from "#domain/plans.ts";
import { line } from "./notice.ts";

/** An amount as people write it; another currency than pounds keeps its code. */
export const amount = (pence: unknown, currency: unknown): string => {
  const units = Math.round(Number(pence)) || 0;
  const code = line(currency, 3).toLowerCase();
  return code === "gbp" ? formatPounds(units) : `${(units / 100).toFixed(2)} ${code.toUpperCase()}`;
};

/** What the plan of a tier costs each time it is charged: '£20.00 a year'. */
export const priceOf = (tier: unknown): string =>
  tier === "yearly"
    ? `${formatPounds(PLANS.yearly.pence)} a year`
    : `${formatPounds(PLANS.monthly.pence)} a month`;
