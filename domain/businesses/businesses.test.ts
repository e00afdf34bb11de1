import { expect, it } from "vitest";
import { businessForm, claimForm } from "./businesses.ts";

const GOOD = { name: " Ann Volt ", email: "a@b.example", password: "12345678" };
const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

it("the claim form trims what was typed", () => {
  expect(claimForm.parse(GOOD).name).toBe("Ann Volt");
});
it.each([
  ["name", " ", "Name is required"],
  ["email", "", "Email is required"],
  ["email", "nobody", "Invalid email address"],
  ["password", "", "Password is required"],
  ["password", "1234567", "Password must be at least 8 characters"],
])("the claim form refuses the %s %j", (field, value, message) => {
  expect(messages(claimForm.safeParse({ ...GOOD, [field]: value }))).toEqual([message]);
});

it.each([claimForm, businessForm])(
  "an address has at most the 200 characters of its column",
  (form) => {
    const email = `${"a".repeat(201)}@b.example`;
    expect(messages(form.safeParse({ ...GOOD, email }))).toContain(
      "Please use at most 200 characters",
    );
  },
);

it("a business needs a name, and no address", () => {
  expect(businessForm.safeParse({ name: "Bakery", email: "" }).success).toBe(true);
  expect(messages(businessForm.safeParse({ name: " ", email: "x" }))).toEqual([
    "Business name is required",
    "Invalid email address",
  ]);
});
