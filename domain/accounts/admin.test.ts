import { expect, it } from "vitest";
import {
  categoriesColumn,
  userForm as editForm,
  logoPath,
  NO_PROVIDER,
  providerForm,
  suggestedLastDay,
} from "./admin.ts";

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

const USER = {
  first_name: " Ann ",
  last_name: "Volt",
  business_name: " ",
  location: "",
  phone_number: "",
  vat_number: "",
  bio: "",
  account_type: "client",
  reason: "",
};
const PROVIDER = {
  ...NO_PROVIDER,
  first_name: "Ann",
  last_name: "Volt",
  business_name: "Volt Ltd",
};

const userForm = editForm({ oneName: false });

it("the edit dialog trims every text", () => {
  expect(userForm.parse(USER)).toMatchObject({ first_name: "Ann", business_name: "" });
});
it.each(["first_name", "last_name"])("the edit dialog needs %s", (field) => {
  expect(messages(userForm.safeParse({ ...USER, [field]: "  " }))).toEqual([
    "First name and last name are required",
  ]);
});
it("the edit dialog requires no last name of an account that has none", () => {
  const parsed = editForm({ oneName: true }).safeParse({ ...USER, last_name: "" });
  expect(messages(parsed)).toEqual([]);
});
it("the edit dialog refuses a number that is none", () => {
  expect(messages(userForm.safeParse({ ...USER, phone_number: "abc" }))).toEqual([
    "Invalid phone number format",
  ]);
});

it("the create-provider dialog needs names and a business name, and nothing else", () => {
  expect(providerForm.safeParse(PROVIDER).success).toBe(true);
  expect(messages(providerForm.safeParse({ ...PROVIDER, first_name: "" }))).toEqual([
    "First name and last name are required",
  ]);
  expect(messages(providerForm.safeParse({ ...PROVIDER, business_name: " " }))).toEqual([
    "Business name is required for providers",
  ]);
});
it.each([
  ["email", "nobody"],
  ["website_url", "javascript:alert(1)"],
  ["phone_number", "12"],
  ["vat_number", "12"],
])("the create-provider dialog refuses a wrong %s", (field, value) => {
  expect(providerForm.safeParse({ ...PROVIDER, [field]: value }).success).toBe(false);
});

it("gives a website its missing scheme", () => {
  expect(providerForm.parse({ ...PROVIDER, website_url: "www.volt.co.uk" }).website_url).toBe(
    "https://www.volt.co.uk",
  );
});

it.each([
  [[], ""],
  [["A"], "A"],
  [["A", "B"], "A, B"],
  [["A", "B", "C"], "A, B..."],
])("the categories column shows %j as %j", (names, shown) => {
  expect(categoriesColumn(names)).toBe(shown);
});

it.each([
  ["Bob's Plumbing & Co.", "providers/bob-s-plumbing-co-5.png"],
  ["../../x", "providers/x-5.png"],
  ["ß", "providers/provider-5.png"],
])("the path of the logo of %s", (name, path) => {
  expect(logoPath(name, "png", 5)).toBe(path);
});

it.each([
  ["2027-11-30T23:59:59+00:00", "2028-11-30"],
  ["2027-06-30T22:59:59+00:00", "2028-06-30"],
  ["2027-06-30T23:30:00+00:00", "2028-07-01"],
  ["2028-02-29T23:59:59+00:00", "2029-02-28"],
  ["2027-03-28T00:30:00+00:00", "2028-03-28"],
])("a membership until %s is offered to %s", (until, day) => {
  expect(suggestedLastDay(until)).toBe(day);
  expect(suggestedLastDay(null, Date.parse(until))).toBe(day);
});
