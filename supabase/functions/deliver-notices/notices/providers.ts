import { because, IF_MISTAKEN, type Notices } from "../notice.ts";

export const providersNotices: Notices = {
  /** Data is {reason}. */
  profile_hidden: ({ reason }, site) => ({
    subject: "Your profile is not shown at present",
    heading: "Your profile is not shown at present",
    paragraphs: [
      `An admin of ${site.name} has hidden your profile from the directory. Your account works as before.`,
      ...because(reason),
    ],
    small: IF_MISTAKEN,
  }),
  /** Data is {reason}. */
  profile_shown: ({ reason }) => ({
    subject: "Your profile can be shown again",
    heading: "Your profile can be shown again",
    paragraphs: [
      "An admin has shown your profile again. While you are a member, you're visible in search again.",
      ...because(reason),
    ],
    button: { label: "Your profile", path: "/profile" },
  }),
};
