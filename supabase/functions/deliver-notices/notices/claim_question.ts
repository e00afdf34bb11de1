import { line, type WriteNotice } from "../notice.ts";

/** To a business's own address: data is {business, business_id, claimant, link_key}. */
const claimQuestion: WriteNotice = ({ business, business_id, claimant, link_key }, site) => ({
  subject: `Does ${line(business, 80)} belong to ${line(claimant, 60)}?`,
  heading: "Somebody has claimed your business",
  paragraphs: [
    `${line(claimant, 80)} says that ${line(business, 120)} is theirs on ${line(site.name, 60)}.`,
    "Only you, who read this address, and our admins can say whether that is so. Open the link and confirm or refuse. The link works for 14 days.",
  ],
  button: {
    label: "Confirm or refuse",
    path: `/claim-business?businessID=${encodeURIComponent(line(business_id, 36))}&answer=${encodeURIComponent(line(link_key, 64))}`,
  },
  small: "Please do not pass this mail on: whoever has the link can answer for the business.",
});

export default claimQuestion;
