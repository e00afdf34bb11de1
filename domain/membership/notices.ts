import {
  BECAUSE,
  day,
  line,
  type MailData,
  type MailSite,
  type Mails,
  paragraphs,
  reasonIn,
} from "#domain/notifications/mail.ts";
import { formatPaid, planIn, planLabel, pricePhrase } from "./plans.ts";

const amount = ({ pence, currency }: MailData): string =>
  formatPaid(Math.round(Number(pence)) || 0, line(currency, 3));

/** What is charged at each renewal: a member's own price, which a later change of the plan's leaves as it is. */
const renewalPrice = ({ tier, pence }: MailData, { plans }: MailSite): string => {
  const plan = planIn(plans, tier === "yearly" ? "yearly" : "monthly");
  return pricePhrase({
    id: plan.id,
    pence: Number.isSafeInteger(pence) ? Number(pence) : plan.pence,
  });
};

const endIn = ({ ends_at }: MailData) => ({ day: day(ends_at) });

const renewalIn = (data: MailData, site: MailSite) => ({
  ...endIn(data),
  price: renewalPrice(data, site),
});

const subscriptionButton = () => ({
  label: "See my subscription",
  path: "/account?tab=payments",
});

export const membershipNotices: Mails = {
  /** Data is {ends_at, promo}. */
  free_year_ending: {
    about: "Sent two weeks before a free year ends",
    subject: "Your free year ends on {{day}}",
    heading: "Your free year ends soon",
    text: paragraphs(
      "Your free membership ends on {{day}}. You won't be charged, and there is nothing to cancel.",
      "To stay in the directory, choose a plan then: {{prices}}.",
      "{{link}}",
    ),
    required: ["day"],
    values: (data, { plans }) => ({
      ...endIn(data),
      prices: plans
        .filter(({ offered }) => offered)
        .map(pricePhrase)
        .join(" or "),
    }),
    button: () => ({ label: "See the plans", path: "/membership" }),
  },
  /** Data is {ends_at}. */
  membership_cancelled: {
    about: "Sent when a member cancels",
    subject: "Your {{site}} membership will not renew",
    heading: "Your membership will not renew",
    text: paragraphs(
      "You stay a member until {{day}}. Nothing more will be charged.",
      "Changed your mind? You can keep your membership in one tap until then.",
      "{{link}}",
    ),
    values: endIn,
    button: subscriptionButton,
  },
  /** Data is {ends_at, promo}, and {reason} if an admin ended it. */
  membership_ended: {
    about: "Sent when a membership ends",
    subject: "Your {{site}} membership has ended",
    heading: "Your membership has ended",
    text: paragraphs(
      "It ended on {{day}}. Your profile is no longer shown in the directory; we've kept everything in it.",
      BECAUSE,
      "Rejoin and people can find you again straight away.",
      "{{link}}",
    ),
    values: (data) => ({ ...endIn(data), ...reasonIn(data) }),
    button: () => ({ label: "Become a member again", path: "/membership" }),
  },
  /** Data is {tier, ends_at}. */
  membership_resumed: {
    about: "Sent when a member reverses their cancellation, or pays late",
    subject: "Your {{site}} membership continues",
    heading: "Your membership continues",
    text: paragraphs("It renews on {{day}} at {{price}}, until you cancel.", "{{link}}"),
    values: renewalIn,
    button: subscriptionButton,
  },
  /** Data is {tier, ends_at, cancels, promo}; one that an admin granted has no promo and cancels. */
  membership_started: {
    about: "Sent when a membership starts",
    subject: "Your {{site}} membership is active",
    heading: "Welcome, you are a member",
    text: paragraphs(
      "You're live! People can find you, and you can contact those who post jobs.",
      "{{renewal}}",
      "{{link}}",
    ),
    required: ["renewal"],
    values: ({ tier, ends_at, cancels, promo, pence }, site) => ({
      renewal: promo
        ? `Your first year is free with ${line(promo, 40)}. It ends on ${day(ends_at)} and won't renew automatically.`
        : cancels
          ? `It ends on ${day(ends_at)} and won't renew automatically. You haven't been charged.`
          : `It renews on ${day(ends_at)} at ${renewalPrice({ tier, pence }, site)}, until you cancel in your account.`,
    }),
    facts: ({ tier, cancels, promo }, { plans }) => [
      {
        label: "Plan",
        value: promo ? "Free year" : cancels ? "Free membership" : planLabel(line(tier, 20), plans),
      },
    ],
    button: () => ({ label: "Complete your profile", path: "/account" }),
  },
  /** No data. */
  payment_failed: {
    about: "Sent when a member's card is refused",
    subject: "Your {{site}} payment did not go through",
    heading: "Your payment did not go through",
    text: paragraphs(
      "We could not take the payment for your membership. This happens when a card has expired or a bank refuses it.",
      "We'll try again over the next few days. To stay in the directory without a gap, please check your card.",
      "{{link}}",
    ),
    button: () => ({ label: "Check my card", path: "/account?tab=payments" }),
  },
  /** Data is {pence, currency, paid_at, number, period_end}. */
  payment_receipt: {
    about: "Sent when a member pays",
    subject: "Your receipt from {{site}}: {{amount}}",
    heading: "Thank you for your payment",
    text: paragraphs("This is your receipt. All receipts are in your account.", "{{link}}"),
    values: (data) => ({ amount: amount(data) }),
    facts: (data) => [
      { label: "Amount", value: amount(data) },
      { label: "Paid on", value: day(data.paid_at) },
      ...(data.number ? [{ label: "Receipt", value: line(data.number, 60) }] : []),
      ...(data.period_end ? [{ label: "Paid until", value: day(data.period_end) }] : []),
    ],
    button: () => ({ label: "See my receipts", path: "/account?tab=payments" }),
  },
  /** Data is {tier, ends_at}. */
  renewal_reminder: {
    about: "Sent two weeks before a yearly charge, or the first charge after free time",
    subject: "Your {{site}} membership renews on {{day}}",
    heading: "Your membership renews soon",
    text: paragraphs(
      "On {{day}} it renews at {{price}}. If that suits you, there is nothing to do.",
      "If not, you can cancel in your account before then, and nothing will be charged.",
      "{{link}}",
    ),
    required: ["day", "price"],
    values: renewalIn,
    button: subscriptionButton,
  },
};
