import { expect, it } from "vitest";
import type { z } from "zod";
import { claimForm } from "#domain/businesses/businesses.ts";
import {
  adminSetupForm,
  changeEmailForm,
  changePasswordForm,
  loginForm,
  profileForm,
  resetPasswordForm,
  signUpForm,
  socialLinksOf,
} from "./forms.ts";

/** The messages of a refused value by field; empty if it is accepted. */
const refusals = (form: z.ZodType, value: unknown): Record<string, string[]> => {
  const result = form.safeParse(value);
  const found: Record<string, string[]> = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path.join(".");
    found[field] = [...(found[field] ?? []), issue.message];
  }
  return found;
};

const PROVIDER = {
  full_name: "Ada Lovelace",
  email: " ada@example.co.uk ",
  location: "Leeds",
  phone_number: "(0113) 496-0000",
  business_name: "Engines",
  categories: ["IT"],
  password: "eight888",
  confirmPassword: "eight888",
};

const NOTHING = Object.fromEntries(Object.keys(PROVIDER).map((field) => [field, ""]));
const EMPTY = { ...NOTHING, full_name: " ", categories: [] };

it("sign-up requires everything of a provider, once a field", () => {
  expect(refusals(signUpForm("provider"), EMPTY)).toEqual({
    full_name: ["Full name is required"],
    email: ["Email is required"],
    location: ["Location is required"],
    phone_number: ["Phone number is required for providers"],
    business_name: ["Business name is required"],
    categories: ["At least one category is required for providers"],
    password: ["Password is required"],
  });
});

it("sign-up requires less of a seeker", () => {
  expect(Object.keys(refusals(signUpForm("client"), EMPTY))).toEqual([
    "full_name",
    "email",
    "location",
    "password",
  ]);
  const seeker = { ...PROVIDER, phone_number: "", business_name: "", categories: [] };
  expect(signUpForm("client").parse(seeker).email).toBe("ada@example.co.uk");
});

it("sign-up reports every wrong field, including the confirmation", () => {
  const wrong = {
    ...PROVIDER,
    email: "ada@",
    phone_number: "12345",
    password: "seven77",
    confirmPassword: "other",
  };
  expect(refusals(signUpForm("provider"), wrong)).toEqual({
    email: ["Invalid email address"],
    phone_number: ["Invalid phone number format"],
    password: ["Password must be at least 8 characters"],
    confirmPassword: ["Passwords do not match"],
  });
});

it("sign-up refuses a password of nothing but spaces, once", () => {
  const blank = { ...PROVIDER, password: " ".repeat(9), confirmPassword: " ".repeat(9) };
  expect(refusals(signUpForm("client"), blank)).toEqual({
    password: ["A password cannot be only spaces"],
  });
  expect(
    refusals(signUpForm("client"), { ...blank, password: "  ", confirmPassword: "  " }),
  ).toEqual({ password: ["Password must be at least 8 characters"] });
});

it("sign-up refuses wrong types", () => {
  expect(signUpForm("client").safeParse({ ...PROVIDER, email: 7 }).success).toBe(false);
  expect(signUpForm("client").safeParse(null).success).toBe(false);
});

it("requires both at login, with one message, and does not change the password", () => {
  const message = ["Please enter both email and password"];
  expect(refusals(loginForm, { email: " ", password: "" })).toEqual({
    email: message,
    password: message,
  });
  expect(loginForm.parse({ email: " a@b.co ", password: " x " })).toEqual({
    email: "a@b.co",
    password: " x ",
  });
});

it("takes six characters on the reset page and eight in settings", () => {
  const six = { password: "sixsix", confirmPassword: "sixsix" };
  expect(refusals(resetPasswordForm, six)).toEqual({});
  expect(refusals(resetPasswordForm, { password: "five5", confirmPassword: "x" })).toEqual({
    password: ["Password must be at least 6 characters"],
    confirmPassword: ["Passwords don't match"],
  });
  expect(
    refusals(changePasswordForm, { ...six, currentPassword: "old", confirmPassword: "x" }),
  ).toEqual({
    password: ["Password must be at least 8 characters"],
    confirmPassword: ["New passwords don't match"],
  });
});

it("requires an address with an @ and the current password to change the email", () => {
  expect(
    refusals(changeEmailForm("ada@example.org"), { email: "nobody", currentPassword: "" }),
  ).toEqual({
    email: ["Please enter a valid email address"],
    currentPassword: ["Password is required"],
  });
});

it("sets up an admin with a name that is valid in an address", () => {
  const good = {
    username: "boss",
    password: "eight888",
    confirmPassword: "eight888",
    setupToken: "",
  };
  expect(refusals(adminSetupForm, good)).toEqual({});
  expect(
    refusals(adminSetupForm, { ...good, username: " ", password: "", confirmPassword: "" }),
  ).toEqual({
    username: ["Username and password are required"],
    password: ["Username and password are required"],
  });
  expect(refusals(adminSetupForm, { ...good, username: "a@b" }).username).toHaveLength(1);
});

const profile = {
  first_name: "Ada",
  last_name: "Lovelace",
  location: "",
  business_name: "",
  bio: "",
  phone_number: "",
  vat_number: "",
  show_phone: false,
  categories: [],
  social_links: socialLinksOf({ website: "engines.example", twitter: "https://x.example/ada" }),
};

it("the profile needs both names and nothing else, and only the first from a person with one name", () => {
  expect(refusals(profileForm("client"), profile)).toEqual({});
  expect(refusals(profileForm("client"), { ...profile, first_name: " ", last_name: "" })).toEqual({
    first_name: ["First name is required"],
    last_name: ["Last name is required"],
  });
  const mononym = { ...profile, last_name: "" };
  expect(refusals(profileForm("client", { oneName: true }), mononym)).toEqual({});
});

it("the profile keeps at least one category for a provider", () => {
  expect(refusals(profileForm("provider"), profile)).toEqual({
    categories: ["Please select at least one business category"],
  });
  expect(refusals(profileForm("provider"), { ...profile, categories: ["IT"] })).toEqual({});
});

it("the profile gives a bare address its scheme, and refuses script addresses", () => {
  expect(profileForm("client").parse(profile).social_links.website).toBe("https://engines.example");
  for (const website of ["javascript:alert(1)", "data:text/html,x", "my site", "ftp://a.example"]) {
    const links = { ...profile.social_links, website };
    expect(refusals(profileForm("client"), { ...profile, social_links: links })).toHaveProperty([
      "social_links.website",
    ]);
  }
});

it("reads stored social links of any shape", () => {
  for (const stored of [null, undefined, "x", ["website"], 7]) {
    expect(new Set(Object.values(socialLinksOf(stored)))).toEqual(new Set([""]));
  }
  expect(socialLinksOf({ website: "https://a.example", tiktok: 7, other: "x" })).toEqual({
    website: "https://a.example",
    linkedin: "",
    twitter: "",
    instagram: "",
    facebook: "",
    youtube: "",
    tiktok: "",
  });
});

it("counts an emoji in a new password once, as the service does", () => {
  const emoji = (count: number) => "🪚".repeat(count);
  const messages = (schema: z.ZodType, password: string) =>
    schema
      .safeParse({ password, confirmPassword: password, name: "Ada", email: "ada@example.org" })
      .error?.issues.map(({ message }) => message) ?? [];
  for (const schema of [signUpForm("client"), changePasswordForm, adminSetupForm, claimForm]) {
    const short = "Password must be at least 8 characters";
    expect(messages(schema, emoji(4))).toContain(short);
    expect(messages(schema, emoji(8))).not.toContain(short);
  }
  const short = "Password must be at least 6 characters";
  expect(messages(resetPasswordForm, emoji(3))).toContain(short);
  expect(messages(resetPasswordForm, emoji(6))).toEqual([]);
});
