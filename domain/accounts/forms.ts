import { z } from "zod";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers/providers.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import {
  emailText,
  phoneText,
  requiredText,
  shortText,
  webAddressText,
} from "#domain/values/texts.ts";
import { type AccountType, PASSWORD_MIN, RESET_PASSWORD_MIN, type SignUpType } from "./accounts.ts";
import { PROFILE_TEXTS, profileTexts } from "./fields.ts";
import {
  BUSINESS_NAME_REQUIRED,
  CREDENTIALS_REQUIRED,
  INVALID_EMAIL,
  PROFILE_CATEGORY_REQUIRED,
  PROVIDER_CATEGORY_REQUIRED,
  PROVIDER_PHONE_REQUIRED,
  TOO_MANY_CATEGORIES,
} from "./messages.ts";

/**
 * The refusals of the account forms, in the words of spec 1 sections 5 and 8; at most one for each field.
 */

/** An additional rule for a typed value; an empty field has its own refusal already. */
const orEmpty = (rule: (text: string) => boolean) => (text: string) => text === "" || rule(text);

/**
 * A new password of at least `shortest` characters. The service also refuses easy guesses, and says why:
 * its list of common passwords is too long for a page.
 */
const newPassword = (shortest: number, missing?: string) =>
  z
    .string()
    .min(missing ? 1 : 0, missing)
    .refine(
      (password) => (missing && password === "") || lengthOf(password) >= shortest,
      `Password must be at least ${shortest} characters`,
    )
    .refine(
      (password) => lengthOf(password) < shortest || password.trim() !== "",
      "A password cannot be only spaces",
    );

/** Reports a rule over two fields together with the other refusals, not only after them. */
const together = ({ value }: { value: unknown }) => value !== null && typeof value === "object";

const email = emailText(requiredText("Email is required", INPUT_LIMITS.email));

/** Fields that only providers must fill in remain in the form when the tab changes. */
const phoneOf = (type: SignUpType) =>
  phoneText(
    type === "provider"
      ? requiredText(PROVIDER_PHONE_REQUIRED, LIMITS.profiles.phone_number)
      : shortText(LIMITS.profiles.phone_number),
  );

const fullName = requiredText("Full name is required", INPUT_LIMITS.full_name);

/** The sign-up questions that apply to every way of signing in. */
const about = (type: SignUpType) => ({
  location: requiredText("Location is required", LIMITS.profiles.location),
  phone_number: phoneOf(type),
  business_name:
    type === "provider"
      ? requiredText(BUSINESS_NAME_REQUIRED, LIMITS.profiles.business_name)
      : shortText(LIMITS.profiles.business_name),
  categories: z
    .array(z.string())
    .max(LIMITS.profiles.categories, TOO_MANY_CATEGORIES)
    .refine((chosen) => type === "client" || chosen.length > 0, PROVIDER_CATEGORY_REQUIRED),
});

/** The sign-up form of one tab. */
export const signUpForm = (type: SignUpType) =>
  z
    .object({
      full_name: fullName,
      email,
      ...about(type),
      password: newPassword(PASSWORD_MIN, "Password is required"),
      confirmPassword: z.string(),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ["confirmPassword"],
      error: "Passwords do not match",
      when: together,
    });

export type SignUpValues = z.output<ReturnType<typeof signUpForm>>;

/** As above, after the first sign-in with an identity provider, without address and password. */
export const finishSignUpForm = (type: SignUpType) =>
  z.object({
    full_name: fullName,
    ...about(type),
    email: z.string(),
    password: z.string(),
    confirmPassword: z.string(),
  });

/** One message if either field is missing. */
export const loginForm = z.object({
  email: z.string().trim().min(1, "Please enter both email and password"),
  password: z.string().min(1, "Please enter both email and password"),
});

export const resetRequestForm = z.object({ email });

/** A new password without the current one. */
const passwordTwice = (shortest: number, mismatch: string) =>
  z
    .object({
      password: newPassword(shortest),
      confirmPassword: z.string(),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ["confirmPassword"],
      error: mismatch,
      when: together,
    });

/** The password for a reset link: a shorter one than elsewhere is accepted, as specified. */
export const resetPasswordForm = passwordTwice(RESET_PASSWORD_MIN, "Passwords don't match");

/** That of a confirmed address whose sign-ups had several. */
export const choosePasswordForm = passwordTwice(PASSWORD_MIN, "Passwords do not match");

/**
 * Stored social links as a full set of texts. A missing network reads as empty; a value that is no object
 * counts as nothing stored (spec 1 section 3).
 */
export const socialLinksOf = (stored: unknown): Record<SocialNetwork, string> => {
  const links = Object.entries(stored ?? {}).filter(
    ([network, url]) => Object.hasOwn(SOCIAL_NETWORKS, network) && typeof url === "string",
  );
  const none = Object.keys(SOCIAL_NETWORKS).map((network) => [network, ""]);
  return Object.fromEntries([...none, ...links]);
};

/**
 * My Profile. A provider's telephone number is optional here, unlike at sign-up.
 *
 * @param oneName for a person who signed up with one name, and may keep it
 */
export const profileForm = (type: AccountType, { oneName = false } = {}) =>
  profileTexts.extend({
    first_name: requiredText("First name is required", LIMITS.profiles.first_name),
    last_name: oneName
      ? PROFILE_TEXTS.last_name.schema
      : requiredText("Last name is required", LIMITS.profiles.last_name),
    show_phone: z.boolean(),
    categories: z
      .array(z.string())
      .max(LIMITS.profiles.categories, TOO_MANY_CATEGORIES)
      .refine((chosen) => type !== "provider" || chosen.length > 0, PROFILE_CATEGORY_REQUIRED),
    social_links: z.object({
      website: webAddressText,
      linkedin: webAddressText,
      twitter: webAddressText,
      instagram: webAddressText,
      facebook: webAddressText,
      youtube: webAddressText,
      tiktok: webAddressText,
    }),
  });

export type ProfileValues = z.output<ReturnType<typeof profileForm>>;

/** An address different from `current`. */
export const changeEmailForm = (current: string) =>
  z.object({
    email: shortText(INPUT_LIMITS.email)
      .refine((address) => address.includes("@") && isEmailAddress(address), {
        error: INVALID_EMAIL,
      })
      .refine((address) => address.toLowerCase() !== current.toLowerCase(), {
        error: "This is your email address already",
      }),
    currentPassword: z.string().min(1, "Password is required"),
  });

export const changePasswordForm = z
  .object({
    currentPassword: z.string().min(1, "Password is required"),
    password: newPassword(PASSWORD_MIN),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    error: "New passwords don't match",
    when: together,
  });

export const adminLoginForm = z.object({
  username: z.string().trim().min(1, CREDENTIALS_REQUIRED),
  password: z.string().min(1, CREDENTIALS_REQUIRED),
});

const USERNAME = /^(?:[a-z0-9](?:[a-z0-9_-]|\.(?!\.)){0,58})?[a-z0-9]$/i;

/** The first admin. A username becomes the local part of an address, so its rules apply. */
export const adminSetupForm = z
  .object({
    username: z
      .string()
      .trim()
      .min(1, CREDENTIALS_REQUIRED)
      .refine(
        orEmpty((name) => USERNAME.test(name)),
        "Please use letters, digits, dots, dashes and _ only",
      ),
    password: newPassword(PASSWORD_MIN, CREDENTIALS_REQUIRED),
    confirmPassword: z.string(),
    setupToken: z.string().trim(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match",
    when: together,
  });
