import { z } from "zod";
import { NO_PROVIDER, type ProviderForm, providerForm } from "./accounts-admin.ts";
import { PROFILE_TEXTS } from "./accounts-fields.ts";
import { type CategoryGroup, findSelection } from "./categories.ts";
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

/** Without groups, because they could not be loaded, only the server checks the categories. */
const knownIn = (groups: readonly CategoryGroup[]) =>
  providerForm.extend({
    categories: z
      .array(z.string())
      .transform((written, context) => {
        const found = written.map((each) =>
          groups.length > 0 ? findSelection(groups, each) : each,
        );
        for (const [at, selection] of found.entries())
          if (selection === null)
            context.addIssue({
              code: "custom",
              message: `No category is called “${written[at]}”, or several are: write “Group > Category”`,
            });
        return [...new Set(found.filter((selection) => selection !== null))];
      })
      .pipe(providerForm.shape.categories),
  });

/** Providers, by the rules of the create dialog. A category's name is enough if only one group has it. */
export const providerImport = (
  groups: readonly CategoryGroup[],
): ImportKind<keyof typeof HEADINGS, ProviderForm> => ({
  headings: HEADINGS,
  needed: ["first_name", "last_name", "business_name"],
  example: Object.values(COLUMNS).map(({ example }) => example),
  check: (cell) =>
    knownIn(groups).safeParse({
      ...NO_PROVIDER,
      ...Object.fromEntries(columnsOf(HEADINGS).map((column) => [column, cell(column)])),
      categories: categoriesOf(cell("categories")),
    }),
  once: ({ email }) => email.toLowerCase(),
});
