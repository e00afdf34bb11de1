import { WEBSITE_SCHEME } from "#domain/accounts-admin-messages.ts";
import { INVALID_PHONE } from "#domain/accounts-messages.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { isPhoneNumber } from "#domain/values/phone.ts";
import { Refusal } from "../_shared/errors.ts";

/** An admin's details of a provider; texts are trimmed, and empty if nothing was given. */
export interface ProviderDetails {
  firstName: string;
  lastName: string;
  businessName: string;
  location: string;
  phoneNumber: string;
  websiteUrl: string;
  bio: string;
  imageUrl: string;
  email: string;
  categories: string[];
}

const LONGEST = {
  firstName: LIMITS.profiles.first_name,
  lastName: LIMITS.profiles.last_name,
  businessName: LIMITS.profiles.business_name,
  location: LIMITS.profiles.location,
  phoneNumber: LIMITS.profiles.phone_number,
  websiteUrl: INPUT_LIMITS.web_address,
  bio: LIMITS.profiles.bio,
  imageUrl: INPUT_LIMITS.image_address,
  email: INPUT_LIMITS.email,
} as const;

const textOf = (body: Record<string, unknown>, name: keyof typeof LONGEST): string => {
  const value = body[name] ?? "";
  if (typeof value !== "string")
    throw new Refusal("provider_field", { message: `${name} must be text` });
  const text = value.trim();
  if (lengthOf(text) > LONGEST[name]) {
    throw new Refusal("provider_field", {
      message: `${name} must have at most ${LONGEST[name]} characters`,
    });
  }
  return text;
};

const categoriesOf = (value: unknown): string[] => {
  if (value === undefined || value === null) return [];
  const good = Array.isArray(value) && value.length <= 40;
  if (!good || !value.every((item): item is string => typeof item === "string")) {
    throw new Refusal("provider_field", {
      message: "categories must be a list of at most 40 texts",
    });
  }
  return value;
};

/** Parses the body of spec 2 section 7 and refuses in the words of spec 2 section 5. */
export const detailsOf = (body: Record<string, unknown>): ProviderDetails => {
  const details: ProviderDetails = {
    firstName: textOf(body, "firstName"),
    lastName: textOf(body, "lastName"),
    businessName: textOf(body, "businessName"),
    location: textOf(body, "location"),
    phoneNumber: textOf(body, "phoneNumber"),
    websiteUrl: textOf(body, "websiteUrl"),
    bio: textOf(body, "bio"),
    imageUrl: textOf(body, "imageUrl"),
    email: textOf(body, "email"),
    categories: categoriesOf(body.categories),
  };
  if (!details.firstName || !details.lastName) throw new Refusal("provider_names");
  if (!details.businessName) throw new Refusal("provider_business");
  if (details.phoneNumber && !isPhoneNumber(details.phoneNumber)) {
    throw new Refusal("provider_field", { message: INVALID_PHONE });
  }
  if (details.email && !isEmailAddress(details.email)) {
    throw new Refusal("provider_field", { message: "Invalid email address" });
  }
  if (details.websiteUrl && !/^https?:\/\/[^\s<>"]+$/i.test(details.websiteUrl)) {
    throw new Refusal("provider_field", {
      message: WEBSITE_SCHEME,
    });
  }
  return details;
};
