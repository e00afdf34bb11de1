import { type ProviderForm, providerForm } from "./accounts-admin.ts";
import { columnsOf, type ImportKind } from "./values/csv-import.ts";

const HEADINGS = {
  firstName: "First name",
  lastName: "Last name",
  businessName: "Business name",
  email: "Email",
  location: "Location",
  phoneNumber: "Phone number",
  websiteUrl: "Website",
  bio: "Bio",
  categories: "Categories",
} as const;

/** Semicolons separate categories: 'Main' or 'Main > Sub', as providers choose them. */
const categoriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(";")
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

/** Providers, by the rules of the create dialog. */
export const PROVIDER_IMPORT: ImportKind<keyof typeof HEADINGS, ProviderForm> = {
  headings: HEADINGS,
  needed: ["firstName", "lastName", "businessName"],
  example: [
    "Penny",
    "Plumb",
    "Plumb & Daughters",
    "penny@example.com",
    "Leeds LS6",
    "07700 900123",
    "https://plumb.example",
    "Bathrooms and boilers since 1998.",
    "Construction/Trade > Plumber; Construction/Trade > Bathroom Specialist",
  ],
  check: (cell) =>
    providerForm.safeParse({
      ...Object.fromEntries(columnsOf(HEADINGS).map((column) => [column, cell(column)])),
      categories: categoriesOf(cell("categories")),
    }),
  once: ({ email }) => email.toLowerCase(),
};
