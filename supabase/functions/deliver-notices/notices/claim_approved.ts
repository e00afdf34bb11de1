import { line, type WriteNotice } from "../notice.ts";

/** To the claimant: data is {business}. */
const claimApproved: WriteNotice = ({ business }, site) => ({
  subject: `${line(business, 100)} is yours`,
  heading: "Your claim has been approved",
  paragraphs: [`${line(business, 120)} now belongs to your ${line(site.name, 60)} account.`],
  button: { label: "Go to your dashboard", path: "/dashboard" },
});

export default claimApproved;
