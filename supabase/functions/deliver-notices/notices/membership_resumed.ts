import { priceOf } from "../money.ts";
import { day, type WriteNotice } from "../notice.ts";

/** To a member who reversed the cancellation: data is {tier, ends_at}. */
const membershipResumed: WriteNotice = ({ tier, ends_at }, site) => ({
  subject: `Your ${site.name} membership goes on`,
  heading: "Your membership goes on",
  paragraphs: [`It renews on ${day(ends_at)} at ${priceOf(tier)}, until you cancel.`],
  button: { label: "See my subscription", path: "/account?tab=payments" },
});

export default membershipResumed;
