import { line, type MailData, type Mails, paragraphs } from "#domain/notifications/mail.ts";

const businessIn = ({ business }: MailData) => ({ business: line(business, 100) });

const peopleIn = (data: MailData) => ({ ...businessIn(data), claimant: line(data.claimant, 80) });

export const businessesNotices: Mails = {
  /** Data is {business}. */
  claim_approved: {
    about: "Sent to the claimant when a business claim is approved",
    subject: "{{business}} is yours",
    heading: "Your claim has been approved",
    text: paragraphs("{{business}} now belongs to your {{site}} account.", "{{link}}"),
    values: businessIn,
    button: () => ({ label: "Go to your dashboard", path: "/dashboard" }),
  },
  /** Data is {business, claimant, approved, by_admin}. */
  claim_decided: {
    about: "Sent to admins when a business claim is decided",
    topic: "email",
    subject: "Claim to {{business}}: {{decision}}",
    heading: "A claim has been {{decision}}",
    text: paragraphs("{{claimant}} claimed {{business}}. {{how}}", "{{link}}"),
    values: (data) => ({
      ...peopleIn(data),
      decision: data.approved === true ? "approved" : "refused",
      how:
        data.by_admin === true
          ? "An admin has decided it."
          : "The business answered from its own address, without an admin.",
    }),
    button: () => ({ label: "See the businesses", path: "/admin/businesses" }),
  },
  /** Data is {business, business_id}. */
  claim_invitation: {
    about: "Sent to a business when an admin invites it to claim its page",
    preview: "Claim it on {{site}}",
    subject: "Is {{business}} your business?",
    heading: "Claim {{business}}",
    text: paragraphs(
      "{{business}} is listed on {{site}}, where people look for professionals. If it is yours, you can claim it with the link below.",
      "Confirm this email address and the business is yours. You need no approval.",
      "{{link}}",
      "If it isn't yours, you don't need to do anything.",
    ),
    values: businessIn,
    button: ({ business_id }) => ({
      label: "Claim this business",
      path: `/claim-business?businessID=${encodeURIComponent(line(business_id, 36))}`,
    }),
  },
  /** Data is {business, business_id, claimant, link_key}. */
  claim_question: {
    about: "Sent to a business when someone claims it from a different email address",
    subject: "Is {{claimant}} the owner of {{business}}?",
    heading: "Somebody has claimed your business",
    text: paragraphs(
      "{{claimant}} says that {{business}} is theirs on {{site}}.",
      "Please open the link and confirm or refuse. It works for 14 days.",
      "{{link}}",
      "Please do not forward this email: anyone with the link can answer for the business.",
    ),
    values: peopleIn,
    button: ({ business_id, link_key }) => ({
      label: "Confirm or refuse",
      path: `/claim-business?businessID=${encodeURIComponent(line(business_id, 36))}&answer=${encodeURIComponent(line(link_key, 64))}`,
    }),
  },
  /** Data is {business}. */
  claim_refused: {
    about: "Sent to the claimant when a business claim is refused",
    subject: "Your claim to {{business}}",
    heading: "Your claim was not approved",
    text: paragraphs(
      "We could not confirm that {{business}} is yours, or somebody else has proved that it is theirs.",
      "If you think this is a mistake, please write to us.",
    ),
    values: businessIn,
  },
  /** Data is {business, claimant}. */
  claim_settled: {
    about: "Sent to a business when an admin approves a claim to it",
    subject: "{{business}} has been claimed",
    text: paragraphs(
      "We have approved the claim of {{claimant}} to {{business}} on {{site}}.",
      "If this person does not act for the business, please write to us at once.",
    ),
    values: peopleIn,
  },
  /** Data is {business, claimant}. */
  claim_waiting: {
    about: "Sent to admins when a business claim needs a decision",
    topic: "email",
    subject: "New claim to {{business}}",
    heading: "A claim needs your decision",
    text: paragraphs(
      "{{claimant}} has claimed {{business}} from a different address from the one we have for it.",
      "If we have the business's address, we've asked there too. It may answer before you do.",
      "{{link}}",
    ),
    values: peopleIn,
    button: () => ({ label: "Review the claims", path: "/admin/businesses" }),
  },
};
