import { formatPoundsAndPence } from "#domain/values/money.ts";
import { formatNumber } from "#domain/values/numbers.ts";
import type { Membership } from "#web/features/accounts/index.ts";
import { costPerContact } from "./cost-per-contact.ts";

/** What the membership costs, beside the figures of what it brought. */
export const verdictOf = (
  /** Who wrote to the member, or whose contact they unlocked, since the beginning. */
  people: number,
  /** What a month costs in pence; null if unknown. */
  monthlyPence: number | null,
  receipts: Membership["receipts"],
): string => {
  const each = costPerContact(people, receipts);
  if (monthlyPence === 0 && receipts.length === 0 && people > 0)
    return people === 1
      ? "1 enquiry or contact so far, at no cost."
      : `${formatNumber(people)} enquiries and contacts so far, at no cost.`;
  return [
    monthlyPence && `Your membership costs ${formatPoundsAndPence(monthlyPence)} a month.`,
    each !== null && `Each enquiry or contact so far has cost you ${formatPoundsAndPence(each)}.`,
  ]
    .filter(Boolean)
    .join(" ");
};
