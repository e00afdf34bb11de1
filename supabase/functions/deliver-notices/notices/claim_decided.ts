import { line, type WriteNotice } from "../notice.ts";

/** To the admins: data is {business, claimant, approved, by_admin}. */
const claimDecided: WriteNotice = ({ business, claimant, approved, by_admin }) => ({
  subject: `Claim to ${line(business, 100)}: ${approved === true ? "approved" : "refused"}`,
  heading: approved === true ? "A claim has been approved" : "A claim has been refused",
  paragraphs: [
    `${line(claimant, 80)} claimed ${line(business, 120)}. ${
      by_admin === true
        ? "An admin has decided it."
        : "It was settled by the business's own address, without an admin."
    }`,
  ],
  button: { label: "See the businesses", path: "/admin/businesses" },
});

export default claimDecided;
