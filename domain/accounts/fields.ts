import { z } from "zod";
import { LIMITS } from "#domain/values/limits.ts";
import { phoneText, shortText } from "#domain/values/texts.ts";
import { VAT_NUMBER_LENGTH, vatNumberText } from "#domain/values/vat-number.ts";

interface TextField {
  label: string;
  /** The rule of every form, import and function; what a form requires besides is there. */
  schema: z.ZodType<string, string>;
  longest: number;
  /** In the template of an import. */
  example: string;
  hint?: string;
  /** How browsers fill it in, and which keys a telephone shows. */
  autoComplete?: string;
  type?: "tel";
  /** It has several lines. */
  long?: true;
  /** Only providers have it. Said while it is empty. */
  whyForProviders?: string;
  /** Visitors read it, with its label, on the public page. */
  shown?: true;
}

const { first_name, last_name, business_name, location, phone_number, bio } = LIMITS.profiles;

/**
 * The texts of a profile, by column, in the order of forms. Forms, admins' dialogs, import, export, mails and the
 * public page read this list, so that a new text is a column and an entry (docs/architecture.md).
 */
export const PROFILE_TEXTS = {
  first_name: {
    label: "First name",
    schema: shortText(first_name),
    longest: first_name,
    example: "Penny",
    autoComplete: "given-name",
  },
  last_name: {
    label: "Last name",
    schema: shortText(last_name),
    longest: last_name,
    example: "Plumb",
    autoComplete: "family-name",
  },
  business_name: {
    label: "Business name",
    schema: shortText(business_name),
    longest: business_name,
    example: "Plumb & Daughters",
    autoComplete: "organization",
    whyForProviders: "The name people see first.",
  },
  location: {
    label: "Location",
    schema: shortText(location),
    longest: location,
    example: "Leeds LS6",
    autoComplete: "address-level2",
  },
  phone_number: {
    label: "Phone number",
    schema: phoneText(shortText(phone_number)),
    longest: phone_number,
    example: "07700 900123",
    autoComplete: "tel",
    type: "tel",
  },
  vat_number: {
    label: "VAT number",
    schema: vatNumberText,
    longest: VAT_NUMBER_LENGTH,
    example: "GB 123 4567 89",
    hint: "9 or 12 digits, with or without GB.",
    whyForProviders: "If you are registered for VAT. People see it on your page.",
    shown: true,
  },
  bio: {
    label: "Bio",
    schema: shortText(bio),
    longest: bio,
    example: "Bathrooms and boilers since 1998.",
    long: true,
  },
} as const satisfies Record<string, TextField>;

export type ProfileText = keyof typeof PROFILE_TEXTS;
export type ProfileTexts = Record<ProfileText, string>;

/** An entry with every member that it may have. */
export const profileText = (column: ProfileText): TextField => PROFILE_TEXTS[column];

export const PROFILE_COLUMNS = Object.keys(PROFILE_TEXTS) as ProfileText[];

/** Those that only providers have. */
export const PROVIDER_COLUMNS = PROFILE_COLUMNS.filter(
  (column) => profileText(column).whyForProviders,
);

const each = <Value>(of: (column: ProfileText) => Value) =>
  Object.fromEntries(PROFILE_COLUMNS.map((column) => [column, of(column)])) as Record<
    ProfileText,
    Value
  >;

/** The rules of a profile's texts, which every form extends. */
export const profileTexts = z.object(each((column) => profileText(column).schema));

/** A profile's texts as a form has them: what is not given is empty. */
export const typedTexts = (row: Partial<Record<ProfileText, string | null>>): ProfileTexts =>
  each((column) => row[column] ?? "");

/** What a form gave as its column has it: an empty text is null, except for a name. */
export const storedText = <Column extends ProfileText>(column: Column, typed: string) =>
  (typed === "" && column !== "first_name" && column !== "last_name" ? null : typed) as
    | string
    | (Column extends "first_name" | "last_name" ? never : null);

/** The name of a field within a sentence: "phone number", "VAT number". */
export const inSentence = (column: ProfileText): string =>
  profileText(column).label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** The texts that visitors read with their labels, of a row of `public_providers`. */
export const shownTexts = (
  provider: Partial<Record<ProfileText, string | null>>,
): (readonly [label: string, value: string])[] =>
  PROFILE_COLUMNS.flatMap((column) => {
    const { shown, label } = profileText(column);
    const value = provider[column];
    return shown && value ? [[label, value] as const] : [];
  });
