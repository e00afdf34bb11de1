import { NO_PROVIDER, type ProviderForm, providerForm } from "./accounts-admin.ts";
import { PROFILE_TEXTS } from "./accounts-fields.ts";
import { columnsOf, type ImportKind } from "./values/csv-import.ts";

const { first_name, last_name, business_name, ...texts } = PROFILE_TEXTS;

const COLUMNS = {
  first_name,
  last_name,
  business_name,
  email: { label: "Email", example: "penny@example.com" },
  ...texts,
  website_url: { label: "Website", example: "https://plumb.example" },
  categories: {
    label: "Categories",
    example: "Construction/Trade > Plumber; Construction/Trade > Bathroom Specialist",
  },
};

const HEADINGS = Object.fromEntries(
  Object.entries(COLUMNS).map(([column, { label }]) => [column, label]),
) as Record<keyof typeof COLUMNS, string>;

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
  needed: ["first_name", "last_name", "business_name"],
  example: Object.values(COLUMNS).map(({ example }) => example),
  check: (cell) =>
    providerForm.safeParse({
      ...NO_PROVIDER,
      ...Object.fromEntries(columnsOf(HEADINGS).map((column) => [column, cell(column)])),
      categories: categoriesOf(cell("categories")),
    }),
  once: ({ email }) => email.toLowerCase(),
};
