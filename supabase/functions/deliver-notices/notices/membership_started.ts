import { planLabel } from "#domain/membership-plans.ts";
import { priceOf } from "../money.ts";
import { day, line, type WriteNotice } from "../notice.ts";

/**
 * To a provider whose membership began: data is {tier, ends_at, cancels, promo}; one that an admin granted
 * has no promo and cancels.
 */
const membershipStarted: WriteNotice = ({ tier, ends_at, cancels, promo }, site) => ({
  subject: `Your ${site.name} membership is active`,
  heading: "Welcome, you are a member",
  paragraphs: [
    "You're live! People can find you, and you can contact those who post jobs.",
    promo
      ? `${line(promo, 40)} gives you this year free. It ends by itself on ${day(ends_at)} and is never charged.`
      : cancels
        ? `It ends by itself on ${day(ends_at)}. You haven't been charged.`
        : `It renews on ${day(ends_at)} at ${priceOf(tier)}, until you cancel in your account.`,
  ],
  facts: [
    {
      label: "Plan",
      value: promo ? "Free year" : cancels ? "Free membership" : planLabel(line(tier, 20)),
    },
  ],
  button: { label: "Complete your profile", path: "/account" },
});

export default membershipStarted;
