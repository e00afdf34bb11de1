import type { WriteNotice } from "../notice.ts";

/** The last mail, to an address that no longer belongs to an account. */
const deletionDone: WriteNotice = (_data, site) => ({
  subject: `Your ${site.name} account has been deleted`,
  preview: "As you asked, and for good.",
  heading: "Your account has been deleted",
  paragraphs: [
    "As you asked, we have erased your profile, your jobs, your files and your sign-in. This was the last email to this address.",
    "What the law makes us or the payment provider keep, such as invoices, is kept for that reason only. You are welcome to come back: the address is free for a new account.",
  ],
});

export default deletionDone;
