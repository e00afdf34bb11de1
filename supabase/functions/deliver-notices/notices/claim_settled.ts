import { line, type WriteNotice } from "../notice.ts";

/** To a business's own address, when an admin approved a claim: data is {business, claimant}. */
const writeClaimDecided: WriteNotice = ({ business, claimant }, site) => ({
  subject: `${line(business, 100)} has been claimed`,
  heading: `${line(business, 120)} has been claimed`,
  paragraphs: [
    `We have approved the claim of ${line(claimant, 80)} to ${line(business, 120)} on ${line(site.name, 60)}.`,
    "If this person does not act for the business, please write to us at once.",
  ],
});

export default writeClaimDecided;
