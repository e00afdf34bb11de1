import { line, type WriteNotice } from "../notice.ts";

/** To the admins: data is {business, claimant}. */
const claimWaiting: WriteNotice = ({ business, claimant }) => ({
  subject: `A claim to ${line(business, 100)} waits`,
  heading: "A claim waits for you",
  paragraphs: [
    `${line(claimant, 80)} has claimed ${line(business, 120)} under another address than the one we have for it.`,
    "If the business has an address, it has been asked there, and may answer before you do.",
  ],
  button: { label: "Look at the claims", path: "/admin/businesses" },
});

export default claimWaiting;
