import type { WriteNotice } from "../notice.ts";

/** To people who signed in before the waiting period was over. */
const deletionCancelled: WriteNotice = (_data, site) => ({
  subject: `Your ${site.name} account stays`,
  preview: "You signed in, so the deletion was cancelled.",
  heading: "The deletion was cancelled",
  paragraphs: [
    "You signed in, so your account will not be deleted. Your profile and your jobs are back as they were.",
    "A membership that would have renewed no longer does so by itself: look at Subscriptions in your account.",
    "Was it not you? Change your password and sign out of all devices.",
  ],
  button: { label: "Look at Account Security", path: "/account?tab=security" },
});

export default deletionCancelled;
