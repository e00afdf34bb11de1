import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";

/** Posts a job through the API, as the form would; gives its address. */
export const postJob = async (
  db: SupabaseClient,
  user_id: string,
  facts: Record<string, unknown>,
): Promise<string> => {
  const usual = { description: "Before Saturday.", category: "IT", contact_email: "me@x.example" };
  const { data } = await db
    .from("jobs")
    .insert({ ...usual, ...facts, user_id })
    .select("id")
    .single()
    .throwOnError();
  return `/job-directory?job=${data.id}`;
};

/** Fills in what the form needs; an account's own address is there. */
export const describeJob = async (
  page: Page,
  title: string,
  description = "Oak, two metres.",
): Promise<void> => {
  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Job Description").fill(description);
  await page.getByLabel("Category").click();
  await page.getByLabel("Search categories").fill("roofing");
  await page.getByLabel("Roofing").check();
  await page.keyboard.press("Escape");
};
