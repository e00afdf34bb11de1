import { expect, type Locator, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { ADMIN, test as base, open } from "./site.ts";

export { ADMIN };

/** For journeys of admins, on their own site. */
export const test = base.extend({
  baseURL: async ({ adminSite }, use) => use(adminSite.url),
});

/** Logs in at /admin-login and waits for the dashboard. */
export const logInAsAdmin = async (page: Page): Promise<void> => {
  await open(page, "/admin-login");
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
};

/** Gives the reason that the open question asks for, and presses its button. */
export const because = async (page: Page, reason: string, button: string): Promise<void> => {
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill(reason);
  await question.getByRole("button", { name: button, exact: true }).click();
};

/** Chooses from the menu of actions of a row. */
export const act = async (row: Page | Locator, name: string): Promise<void> => {
  const page = "page" in row ? row.page() : row;
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

/** Feedback of five stars about a new provider of this name, by a new author each. */
export const giveFeedback = async (
  service: SupabaseClient,
  about: string,
  given: { author_name: string; title: string; [column: string]: unknown }[],
) => {
  const provider = await person(service, "provider", about);
  for (const one of given) {
    const author = await person(service, "client", one.author_name);
    const ids = { provider_id: provider.id, user_id: author.id };
    await service
      .from("feedback")
      .insert({ rating: 5, ...one, ...ids })
      .throwOnError();
  }
  return provider;
};

/** A confirmed account, as sign-up and its mail would have made it. */
export const person = async (
  service: SupabaseClient,
  type: "client" | "provider",
  name: string,
  categories: string[] = ["IT"],
): Promise<{ id: string; email: string; password: string; type: typeof type }> => {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@people.example`;
  const [first_name, last_name] = name.split(" ");
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: ADMIN.password,
    email_confirm: true,
    user_metadata: {
      first_name,
      last_name: last_name ?? "Tester",
      account_type: type,
      location: "Leeds",
      phone_number: "+44 7700 900123",
      ...(type === "provider" ? { business_name: `${name} Ltd`, categories } : {}),
    },
  });
  if (error) throw error;
  return { id: data.user.id, email, password: ADMIN.password, type };
};
