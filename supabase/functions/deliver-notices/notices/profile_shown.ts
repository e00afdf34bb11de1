import { because, type WriteNotice } from "../notice.ts";

/** Data is {reason}. */
const profileShown: WriteNotice = ({ reason }) => ({
  subject: "Your profile can be shown again",
  heading: "Your profile can be shown again",
  paragraphs: [
    "An admin has shown your profile again. While you are a member, you're visible in search again.",
    ...because(reason),
  ],
  button: { label: "Your profile", path: "/profile" },
});

export default profileShown;
