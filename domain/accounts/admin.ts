import { z } from "zod";
import { addYears, dayOf } from "#domain/values/dates.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { emailText, requiredText, shortText, webAddressText } from "#domain/values/texts.ts";
import { accountLabels } from "./accounts.ts";
import { NAMES_REQUIRED, PROVIDER_BUSINESS_REQUIRED } from "./admin-messages.ts";
import { PROFILE_TEXTS, profileTexts, typedTexts } from "./fields.ts";
import { TOO_MANY_CATEGORIES } from "./messages.ts";

/** The refusals of the admin forms, in the words of spec 2 section 5. */
const name = requiredText(NAMES_REQUIRED, LIMITS.profiles.first_name);

/** The title of the dialog that creates a provider. */
export const createProviderLabel = (siteName: string): string =>
  `Create ${accountLabels(siteName).provider}`;

/** /admin/users with the account of this email address found and opened. */
export const accountPath = (email: string): string =>
  `/admin/users?${new URLSearchParams({ q: email, view: "account" })}`;

/** The edit dialog of /admin/users. `oneName`: the account has no last name, and needs none. */
export const userForm = ({ oneName }: { oneName: boolean }) =>
  profileTexts.extend({
    first_name: name,
    last_name: oneName ? PROFILE_TEXTS.last_name.schema : name,
    account_type: z.enum(["client", "provider", "admin"]),
    reason: shortText(INPUT_LIMITS.reason),
  });
export type UserForm = z.output<ReturnType<typeof userForm>>;

/**
 * A provider whom an admin creates: by the dialog, a file, or a call of the function. Without an email nobody is
 * invited, and nobody can sign in.
 */
export const providerForm = profileTexts.extend({
  first_name: name,
  last_name: name,
  business_name: requiredText(PROVIDER_BUSINESS_REQUIRED, LIMITS.profiles.business_name),
  email: emailText(shortText(INPUT_LIMITS.email)),
  website_url: webAddressText,
  image_url: shortText(INPUT_LIMITS.image_address),
  categories: z.array(z.string()).max(LIMITS.profiles.categories, TOO_MANY_CATEGORIES),
});
export type ProviderForm = z.output<typeof providerForm>;

export const NO_PROVIDER: ProviderForm = {
  ...typedTexts({}),
  email: "",
  website_url: "",
  image_url: "",
  categories: [],
};

/** The word to type before an account and all its data are deleted. */
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

/** The last day that an admin is offered for a membership: a year after the present one's end, or after today. */
export const suggestedLastDay = (until: string | null, now: number = Date.now()): string =>
  addYears(dayOf(until ?? now), 1);
