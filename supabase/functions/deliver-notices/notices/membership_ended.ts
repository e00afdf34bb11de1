import { because, day, type WriteNotice } from "../notice.ts";

/** To a provider whose membership is over: data is {ends_at, promo}, and {reason} if an admin ended it. */
const membershipEnded: WriteNotice = ({ ends_at, reason }, site) => ({
  subject: `Your ${site.name} membership has ended`,
  heading: "Your membership has ended",
  paragraphs: [
    `It ended on ${day(ends_at)}. Your profile is no longer shown in the directory; everything in it is kept.`,
    ...because(reason),
    "With a new membership you are found again at once.",
  ],
  button: { label: "Become a member again", path: "/membership" },
});

export default membershipEnded;
