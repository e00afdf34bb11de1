import { because, type WriteNotice } from "../notice.ts";

/** Data is {reason}. */
const profileHidden: WriteNotice = ({ reason }, site) => ({
  subject: "Your profile is not shown at present",
  heading: "Your profile is not shown at present",
  paragraphs: [
    `An admin of ${site.name} has hidden your profile from the directory. Your account works as before.`,
    ...because(reason),
  ],
  small: "If you think that this is a mistake, please write to us.",
});

export default profileHidden;
