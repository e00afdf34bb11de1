import { formatPoundsAndPence } from "#domain/values/money.ts";
import { formatNumber } from "#domain/values/numbers.ts";
import type { Membership } from "./subscription/subscription.ts";

/** Fewer enquiries and contacts than these make an average that says nothing. */
const LEAST_CONTACTS = 5;

/** Whole pence paid for each enquiry and contact so far; null while there are too few, or nothing was paid. */
export const costPerContact = (
  people: number,
  receipts: readonly Pick<Membership["receipts"][number], "pence" | "currency">[],
): number | null => {
  const inPounds = receipts.every(({ currency }) => currency.toLowerCase() === "gbp");
  const paid = receipts.reduce((total, { pence }) => total + pence, 0);
  return people >= LEAST_CONTACTS && paid > 0 && inPounds ? Math.round(paid / people) : null;
};

/** What each enquiry and contact has cost so far; empty while that says nothing. */
export const verdictOf = (
  /** Who wrote to the member, or whose contact they unlocked, since the beginning. */
  people: number,
  /** Nothing is paid at present. */
  free: boolean,
  receipts: Membership["receipts"],
): string => {
  const each = costPerContact(people, receipts);
  if (each !== null)
    return `Each enquiry or contact so far has cost you ${formatPoundsAndPence(each)}.`;
  if (!free || receipts.length > 0 || people === 0) return "";
  return `${people === 1 ? "1 enquiry or contact" : `${formatNumber(people)} enquiries and contacts`} so far, at no cost.`;
};
