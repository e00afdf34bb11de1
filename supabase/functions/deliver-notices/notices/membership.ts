import { formatPounds, PLANS, planLabel } from "#domain/membership-plans.ts";
import { amount, priceOf } from "../money.ts";
import { because, day, line, type Notices } from "../notice.ts";

export const membershipNotices: Notices = {
  /** A fortnight before a coupon's year is over: data is {ends_at, promo}. */
  free_year_ending: ({ ends_at }) => ({
    subject: `Your free year ends on ${day(ends_at)}`,
    heading: "Your free year ends soon",
    paragraphs: [
      `On ${day(ends_at)} your free membership ends by itself. Nothing is charged, and there is nothing to cancel.`,
      `To stay in the directory, choose a plan then: ${formatPounds(PLANS.yearly.pence)} a year or ${formatPounds(PLANS.monthly.pence)} a month.`,
    ],
    button: { label: "See the plans", path: "/membership" },
  }),
  /** To a member who cancelled: data is {ends_at}. */
  membership_cancelled: ({ ends_at }, site) => ({
    subject: `Your ${site.name} membership will not renew`,
    heading: "Your membership will not renew",
    paragraphs: [
      `You stay a member until ${day(ends_at)}. Nothing more will be charged.`,
      "Changed your mind? You can keep your membership with one press until then.",
    ],
    button: { label: "See my subscription", path: "/account?tab=payments" },
  }),
  /** To a provider whose membership is over: data is {ends_at, promo}, and {reason} if an admin ended it. */
  membership_ended: ({ ends_at, reason }, site) => ({
    subject: `Your ${site.name} membership has ended`,
    heading: "Your membership has ended",
    paragraphs: [
      `It ended on ${day(ends_at)}. Your profile is no longer shown in the directory; everything in it is kept.`,
      ...because(reason),
      "With a new membership you are found again at once.",
    ],
    button: { label: "Become a member again", path: "/membership" },
  }),
  /** To a member who reversed the cancellation: data is {tier, ends_at}. */
  membership_resumed: ({ tier, ends_at }, site) => ({
    subject: `Your ${site.name} membership goes on`,
    heading: "Your membership goes on",
    paragraphs: [`It renews on ${day(ends_at)} at ${priceOf(tier)}, until you cancel.`],
    button: { label: "See my subscription", path: "/account?tab=payments" },
  }),
  /**
   * To a provider whose membership began: data is {tier, ends_at, cancels, promo}; one that an admin granted
   * has no promo and cancels.
   */
  membership_started: ({ tier, ends_at, cancels, promo }, site) => ({
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
  }),
  /** To a member whose card was refused; no data. */
  payment_failed: (_data, site) => ({
    subject: `Your ${site.name} payment did not go through`,
    heading: "Your payment did not go through",
    paragraphs: [
      "We could not take the payment for your membership. This happens when a card has expired or a bank refuses it.",
      "We will try again in the next days. To stay in the directory without a gap, please check your card.",
    ],
    button: { label: "Check my card", path: "/account?tab=payments" },
  }),
  /** To a member who paid: data is {pence, currency, paid_at, number, period_end}. */
  payment_receipt: ({ pence, currency, paid_at, number, period_end }, site) => ({
    subject: `Your receipt from ${site.name}: ${amount(pence, currency)}`,
    heading: "Thank you for your payment",
    paragraphs: ["This is your receipt. All receipts are in your account."],
    facts: [
      { label: "Amount", value: amount(pence, currency) },
      { label: "Paid on", value: day(paid_at) },
      ...(number ? [{ label: "Receipt", value: line(number, 60) }] : []),
      ...(period_end ? [{ label: "Paid until", value: day(period_end) }] : []),
    ],
    button: { label: "See my receipts", path: "/account?tab=payments" },
  }),
  /** A fortnight before a yearly charge: data is {tier, ends_at}. */
  renewal_reminder: ({ tier, ends_at }, site) => ({
    subject: `Your ${site.name} membership renews on ${day(ends_at)}`,
    heading: "Your membership renews soon",
    paragraphs: [
      `On ${day(ends_at)} it renews at ${priceOf(tier)}. If that suits you, there is nothing to do.`,
      "If not, you can cancel in your account before then, and nothing will be charged.",
    ],
    button: { label: "See my subscription", path: "/account?tab=payments" },
  }),
};
