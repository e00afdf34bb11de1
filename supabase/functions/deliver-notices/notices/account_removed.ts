import { because, type WriteNotice } from "../notice.ts";

/** To the address of a deleted account: data is {reason}. */
const accountRemoved: WriteNotice = ({ reason }, site) => ({
  subject: "Your account has been deleted",
  heading: "Your account has been deleted",
  paragraphs: [
    `An admin of ${site.name} has deleted your account and everything in it. A membership is not renewed. Feedback that you gave stays, without your name.`,
    ...because(reason),
  ],
  small:
    "This is the last mail about this account. If you think that this is a mistake, please write to us.",
});

export default accountRemoved;
