import { line, moment, type WriteNotice } from "../notice.ts";

/** To the account: data is {browser, system, signed_in_at}. */
const newDevice: WriteNotice = ({ browser, system, signed_in_at }, site) => ({
  subject: `New sign-in to your ${line(site.name, 60)} account`,
  preview: "If this was you, there is nothing to do.",
  heading: "A sign-in from a new device",
  paragraphs: [
    "Somebody has signed in to your account with a device or browser that we have not seen there before.",
    "If this was you, there is nothing to do. If not, end that session and change your password at once.",
  ],
  facts: [
    { label: "Device", value: [line(browser, 60), line(system, 60)].filter(Boolean).join(" on ") },
    { label: "When", value: moment(signed_in_at) },
  ],
  button: { label: "Check your devices", path: "/account?tab=security" },
});

export default newDevice;
