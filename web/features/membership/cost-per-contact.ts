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
