import { z } from "zod";
import { NO_PROVIDER, type ProviderForm, providerForm } from "#domain/accounts/admin.ts";
import { PROFILE_TEXTS } from "#domain/accounts/fields.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { readCategories } from "#domain/categories/written.ts";
import { columnsOf, type ImportKind } from "#domain/values/csv-import.ts";

const { first_name, last_name, business_name, location, phone_number, ...texts } = PROFILE_TEXTS;

const COLUMNS = {
  first_name: { ...first_name, aliases: ["forename"] },
  last_name: { ...last_name, aliases: ["surname"] },
  business_name: { ...business_name, aliases: ["business", "company", "company name"] },
  email: {
    label: "Email",
    example: "penny@example.com",
    aliases: ["e-mail", "email address"],
  },
  location: { ...location, aliases: ["town", "city", "place"] },
  phone_number: {
    ...phone_number,
    aliases: ["telephone", "phone", "mobile", "tel", "telephone number", "mobile number"],
  },
  ...texts,
  website_url: {
    label: "Website",
    example: "https://plumb.example",
    aliases: ["web", "url", "web address"],
  },
  categories: {
    label: "Categories",
    example: "Construction/Trade > Plumber; Construction/Trade > Bathroom Specialist",
    aliases: ["category", "trade", "trades"],
  },
} satisfies Record<string, { label: string; example: string; aliases?: readonly string[] }>;

type Column = keyof typeof COLUMNS;

const each = <Value>(of: (column: (typeof COLUMNS)[Column]) => Value) =>
  Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [name, of(column)])) as Record<
    Column,
    Value
  >;

const HEADINGS = each(({ label }) => label);

/** Semicolons separate categories; which they are is checked by the server if the groups could not be loaded. */
const categoriesIn = (groups: readonly CategoryGroup[]) =>
  providerForm.extend({
    categories: z
      .string()
      .transform((text, context) => {
        if (groups.length === 0)
          return text
            .split(";")
            .map((written) => written.trim())
            .filter(Boolean);
        const { found, problems } = readCategories(groups, text);
        for (const message of problems) context.addIssue({ code: "custom", message });
        return found;
      })
      .pipe(providerForm.shape.categories),
  });

/** Providers, by the rules of the create dialog. A category's name is enough if only one is alike. */
export const providerImport = (
  groups: readonly CategoryGroup[],
): ImportKind<Column, ProviderForm> => ({
  headings: HEADINGS,
  aliases: each((column) => ("aliases" in column ? column.aliases : [])),
  needed: ["first_name", "last_name", "business_name"],
  example: Object.values(COLUMNS).map(({ example }) => example),
  check: (cell) =>
    categoriesIn(groups).safeParse({
      ...NO_PROVIDER,
      ...Object.fromEntries(columnsOf(HEADINGS).map((column) => [column, cell(column)])),
    }),
  once: ({ email }) => email.toLowerCase(),
});
