import type { WriteNotice } from "../notice.ts";

/** To a member whose card was refused; no data. */
const paymentFailed: WriteNotice = (_data, site) => ({
  subject: `Your ${site.name} payment did not go through`,
  heading: "Your payment did not go through",
  paragraphs: [
    "We could not take the payment for your membership. This happens when a card has expired or a bank refuses it.",
    "We will try again in the next days. To stay in the directory without a gap, please check your card.",
  ],
  button: { label: "Check my card", path: "/account?tab=payments" },
});

export default paymentFailed;
