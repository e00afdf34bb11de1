import { line, type WriteNotice } from "../notice.ts";

/** To a business's own address, sent by an admin: data is {business, business_id}. */
const claimInvitation: WriteNotice = ({ business, business_id }, site) => ({
  subject: `Is ${line(business, 100)} your business?`,
  preview: `Claim it on ${line(site.name, 60)}`,
  heading: `Claim ${line(business, 120)}`,
  paragraphs: [
    `${line(business, 120)} is listed on ${line(site.name, 60)}, where people look for professionals. If it is yours, you can claim it by the link below.`,
    "With this email address you need nobody's approval: confirm the address, and the business is yours.",
  ],
  button: {
    label: "Claim this business",
    path: `/claim-business?businessID=${encodeURIComponent(line(business_id, 36))}`,
  },
  small: "If it is not yours, you need not do anything.",
});

export default claimInvitation;
