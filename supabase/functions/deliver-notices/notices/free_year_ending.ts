import { formatPounds, PLANS } from "#domain/membership-plans.ts";
import { day, type WriteNotice } from "../notice.ts";

/** A fortnight before a coupon's year is over: data is {ends_at, promo}. */
const freeYearEnding: WriteNotice = ({ ends_at }) => ({
  subject: `Your free year ends on ${day(ends_at)}`,
  heading: "Your free year ends soon",
  paragraphs: [
    `On ${day(ends_at)} your free membership ends by itself. Nothing is charged, and there is nothing to cancel.`,
    `To stay in the directory, choose a plan then: ${formatPounds(PLANS.yearly.pence)} a year or ${formatPounds(PLANS.monthly.pence)} a month.`,
  ],
  button: { label: "See the plans", path: "/membership" },
});

export default freeYearEnding;
