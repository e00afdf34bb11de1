import { amount } from "../money.ts";
import { day, line, type WriteNotice } from "../notice.ts";

/** To a member who paid: data is {pence, currency, paid_at, number, period_end}. */
const paymentReceipt: WriteNotice = ({ pence, currency, paid_at, number, period_end }, site) => ({
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
});

export default paymentReceipt;
