import { priceOf } from "../money.ts";
import { day, type WriteNotice } from "../notice.ts";

/** A fortnight before a yearly charge: data is {tier, ends_at}. */
const renewalReminder: WriteNotice = ({ tier, ends_at }, site) => ({
  subject: `Your ${site.name} membership renews on ${day(ends_at)}`,
  heading: "Your membership renews soon",
  paragraphs: [
    `On ${day(ends_at)} it renews at ${priceOf(tier)}. If that suits you, there is nothing to do.`,
    "If not, you can cancel in your account before then, and nothing will be charged.",
  ],
  button: { label: "See my subscription", path: "/account?tab=payments" },
});

export default renewalReminder;
