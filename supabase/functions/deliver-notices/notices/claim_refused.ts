import { line, type WriteNotice } from "../notice.ts";

/** To the claimant: data is {business}. */
const claimRefused: WriteNotice = ({ business }) => ({
  subject: `Your claim to ${line(business, 100)}`,
  heading: "Your claim was not approved",
  paragraphs: [
    `We could not confirm that ${line(business, 120)} is yours, or somebody else has proved that it is theirs.`,
    "If you think this is a mistake, please write to us.",
  ],
});

export default claimRefused;
