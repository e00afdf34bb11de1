import { z } from "zod";
import { isEmailAddress, isPhoneNumber } from "./accounts.ts";

/** What the admin forms refuse, with the words of spec 2 section 5. Lengths are the columns'. */
const text = (longest: number) =>
  z.string().trim().max(longest, `Please use at most ${longest} characters`);

const NAMES = "First name and last name are required";
const name = text(80).min(1, NAMES);

const phone = text(40).refine(
  (typed) => typed === "" || isPhoneNumber(typed),
  "Invalid phone number format",
);

/** The edit dialog of /admin/users. `oneName`: the account has no last name, and needs none. */
export const userForm = ({ oneName }: { oneName: boolean }) =>
  z.object({
    firstName: name,
    lastName: oneName ? text(80) : name,
    businessName: text(120),
    location: text(120),
    // Not checked as at sign-up: an older number must not keep an admin from correcting a name.
    phoneNumber: text(40),
    bio: text(5000),
    accountType: z.enum(["client", "provider", "admin"]),
    reason: text(500),
  });
export type UserForm = z.output<ReturnType<typeof userForm>>;

/** The create-provider dialog. Without an e-mail nobody is invited, and nobody can sign in. */
export const providerForm = z.object({
  firstName: name,
  lastName: name,
  businessName: text(120).min(1, "Business name is required for providers"),
  email: text(200).refine(
    (typed) => typed === "" || isEmailAddress(typed),
    "Invalid email address",
  ),
  location: text(120),
  phoneNumber: phone,
  websiteUrl: text(300).refine(
    (typed) => typed === "" || /^https?:\/\/[^\s<>"]+$/i.test(typed),
    "The website must begin with http:// or https://",
  ),
  bio: text(5000),
  categories: z.array(z.string()).max(40, "Please choose at most 40 categories"),
});
export type ProviderForm = z.output<typeof providerForm>;

/** What must be typed before an account and all its data are deleted. */
export const DELETE_WORD = "DELETE";

/** Names shown in the categories column of /admin/users (spec 2 section 9). */
const CATEGORIES_SHOWN = 2;

/** At most two names, then '...'. */
export const categoriesColumn = (names: readonly string[]): string =>
  names.length > CATEGORIES_SHOWN
    ? `${names.slice(0, CATEGORIES_SHOWN).join(", ")}...`
    : names.join(", ");

/** A file's name under business_logos: `providers/{slug}-{timestamp}.{ext}` (spec 2 section 7). */
export const logoPath = (businessName: string, extension: string, now: number): string => {
  const slug = businessName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `providers/${slug || "provider"}-${now}.${extension}`;
};
