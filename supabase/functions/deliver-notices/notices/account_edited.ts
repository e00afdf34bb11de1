import { because, type WriteNotice } from "../notice.ts";

const FIELDS: Record<string, string> = {
  first_name: "first name",
  last_name: "last name",
  business_name: "business name",
  location: "location",
  phone_number: "phone number",
  bio: "bio",
};

/** Data is {fields, reason}: the names of the columns, not their values. */
const accountEdited: WriteNotice = ({ fields, reason }, site) => {
  const named = (Array.isArray(fields) ? fields : []).flatMap(
    (field) => FIELDS[String(field)] ?? [],
  );
  return {
    subject: "Your details have been edited",
    heading: "Your details have been edited",
    paragraphs: [
      `An admin of ${site.name} has changed your ${named.join(", ") || "details"}.`,
      ...because(reason),
    ],
    button: { label: "Look at your details", path: "/account" },
    small: "If you did not expect this, please write to us.",
  };
};

export default accountEdited;
