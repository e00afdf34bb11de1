import { line, type Notices } from "../notice.ts";

export const businessesNotices: Notices = {
  /** To the claimant: data is {business}. */
  claim_approved: ({ business }, site) => ({
    subject: `${line(business, 100)} is yours`,
    heading: "Your claim has been approved",
    paragraphs: [`${line(business, 120)} now belongs to your ${line(site.name, 60)} account.`],
    button: { label: "Go to your dashboard", path: "/dashboard" },
  }),
  /** To the admins: data is {business, claimant, approved, by_admin}. */
  claim_decided: ({ business, claimant, approved, by_admin }) => ({
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
  }),
  /** To a business's own address, sent by an admin: data is {business, business_id}. */
  claim_invitation: ({ business, business_id }, site) => ({
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
  }),
  /** To a business's own address: data is {business, business_id, claimant, link_key}. */
  claim_question: ({ business, business_id, claimant, link_key }, site) => ({
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
    small: "Please do not forward this email: anyone with the link can answer for the business.",
  }),
  /** To the claimant: data is {business}. */
  claim_refused: ({ business }) => ({
    subject: `Your claim to ${line(business, 100)}`,
    heading: "Your claim was not approved",
    paragraphs: [
      `We could not confirm that ${line(business, 120)} is yours, or somebody else has proved that it is theirs.`,
      "If you think this is a mistake, please write to us.",
    ],
  }),
  /** To a business's own address, when an admin approved a claim: data is {business, claimant}. */
  claim_settled: ({ business, claimant }, site) => ({
    subject: `${line(business, 100)} has been claimed`,
    heading: `${line(business, 120)} has been claimed`,
    paragraphs: [
      `We have approved the claim of ${line(claimant, 80)} to ${line(business, 120)} on ${line(site.name, 60)}.`,
      "If this person does not act for the business, please write to us at once.",
    ],
  }),
  /** To the admins: data is {business, claimant}. */
  claim_waiting: ({ business, claimant }) => ({
    subject: `A claim to ${line(business, 100)} waits`,
    heading: "A claim waits for you",
    paragraphs: [
      `${line(claimant, 80)} has claimed ${line(business, 120)} under another address than the one we have for it.`,
      "If the business has an address, it has been asked there, and may answer before you do.",
    ],
    button: { label: "Look at the claims", path: "/admin/businesses" },
  }),
};
