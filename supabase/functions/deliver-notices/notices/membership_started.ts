import { planLabel } from "#domain/plans.ts";
import { priceOf } from "../money.ts";
import { day, line, type WriteNotice } from "../notice.ts";

/** To a provider whose membership began: data is {tier, ends_at, cancels, promo}. */
const membershipStarted: WriteNotice = ({ tier, ends_at, promo }, site) => ({
  subject: `Your ${site.name} membership is active`,
  heading: "Welcome, you are a member",
  paragraphs: [
    "Your profile now stands in the directory, and you can reveal the contact details of jobs.",
    promo
      ? `${line(promo, 40)} gives you this year free. It ends by itself on ${day(ends_at)} and is never charged.`
      : `It renews on ${day(ends_at)} at ${priceOf(tier)}, until you cancel in your account.`,
  ],
  facts: [{ label: "Plan", value: promo ? "Free year" : planLabel(line(tier, 20)) }],
  button: { label: "Complete your profile", path: "/account" },
});

export default membershipStarted;
