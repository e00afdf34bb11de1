import type { Queryable } from "supabase-compatible-backend/database";
import { expect, it } from "vitest";
import { createMailTemplateValues } from "./mail-template-values.ts";

const BUSINESS = "0b6a3c6e-5d4c-4a43-9c4b-2f1f0a9c0d11";
const db = {
  query: async (question: string, [value]: unknown[] = []) =>
    question.includes("businesses") && value === BUSINESS
      ? [{ business_name: "Crumb Bakery" }]
      : [],
} as unknown as Queryable;
const brand = { siteName: "Solutionz", brandColour: "", company: "" };
const paragraphsOf = async (template: string, data: unknown) => {
  const values = createMailTemplateValues(async () => brand as never);
  const mail = { template, values: { Email: "a@x.example", Data: data } } as never;
  return (await values(db, mail)).Paragraphs as string[];
};

it("names the business that somebody signs up to claim, and nothing else of what they sent", async () => {
  expect(await paragraphsOf("confirmation", { claim_business: BUSINESS })).toContain(
    "You asked to claim Crumb Bakery. We'll make your claim when you confirm.",
  );
  for (const claim_business of [undefined, null, "Win £1000", {}, crypto.randomUUID()])
    expect((await paragraphsOf("confirmation", { claim_business })).join()).not.toMatch(
      /claim|Win/,
    );
  expect(await paragraphsOf("confirmation", null)).toHaveLength(1);
  expect((await paragraphsOf("recovery", { claim_business: BUSINESS })).join()).not.toContain(
    "Crumb",
  );
});
