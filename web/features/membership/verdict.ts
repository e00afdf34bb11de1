import { formatPoundsAndPence } from "#domain/values/money.ts";
import { formatNumber } from "#domain/values/numbers.ts";
import { costPerContact } from "./cost-per-contact.ts";
import type { Membership } from "./subscription/subscription.ts";

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
