import { because, type WriteNotice } from "../notice.ts";

/** Data is {reason}. */
const accountReactivated: WriteNotice = ({ reason }) => ({
  subject: "Your account is active again",
  heading: "Your account is active again",
  paragraphs: [
    "An admin has activated your account. You can sign in as before.",
    ...because(reason),
  ],
  button: { label: "Sign in", path: "/login" },
});

export default accountReactivated;
