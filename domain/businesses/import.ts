import type { z } from "zod";
import type { ImportKind } from "#domain/values/csv-import.ts";
import { foldText } from "#domain/values/names.ts";
import { businessForm } from "./businesses.ts";

const HEADINGS = { name: "Business name", email: "Business email" } as const;

/** Businesses, by the rules of the add dialog. */
export const BUSINESS_IMPORT: ImportKind<keyof typeof HEADINGS, z.output<typeof businessForm>> = {
  headings: HEADINGS,
  aliases: {
    name: ["business", "company", "company name"],
    email: ["e-mail", "email address"],
  },
  needed: ["name"],
  example: ["Crumb & Co Bakery", "hello@crumb.example"],
  check: (cell) => businessForm.safeParse({ name: cell("name"), email: cell("email") }),
  // As in the database: the same name with the same address is the same business.
  once: ({ name, email }) => `${foldText(name)}\n${email.toLowerCase()}`,
};
