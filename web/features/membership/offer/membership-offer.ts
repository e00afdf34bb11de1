import { type Plans, priceOfMembership } from "#domain/membership-plans.ts";

/** What a membership costs, in one sentence. Without the number of free years that are left, of the prices alone. */
export const membershipOffer = (freeYearsLeft: number | "failed" | null, plans: Plans): string =>
  typeof freeYearsLeft === "number" && freeYearsLeft > 0
    ? `Your first year is free, then ${priceOfMembership(plans)}.`
    : `Membership costs ${priceOfMembership(plans)}.`;
