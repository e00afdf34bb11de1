import { day, type WriteNotice } from "../notice.ts";

/** To a member who cancelled: data is {ends_at}. */
const membershipCancelled: WriteNotice = ({ ends_at }, site) => ({
  subject: `Your ${site.name} membership will not renew`,
  heading: "Your membership will not renew",
  paragraphs: [
    `You stay a member until ${day(ends_at)}. Nothing more will be charged.`,
    "Changed your mind? You can keep your membership with one press until then.",
  ],
  button: { label: "See my subscription", path: "/account?tab=payments" },
});

export default membershipCancelled;
