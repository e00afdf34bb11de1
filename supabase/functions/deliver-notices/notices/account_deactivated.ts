import { because, type WriteNotice } from "../notice.ts";

/** Data is {reason}. */
const accountDeactivated: WriteNotice = ({ reason }, site) => ({
  subject: "Your account has been deactivated",
  heading: "Your account has been deactivated",
  paragraphs: [
    `An admin of ${site.name} has deactivated your account. Until it is activated again you can sign in nowhere with it, and nobody can find you here.`,
    ...because(reason),
  ],
  small: "If you think that this is a mistake, please write to us.",
});

export default accountDeactivated;
