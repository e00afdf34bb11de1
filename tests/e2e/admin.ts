import { expect, type Locator, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { enterAsAdmin } from "./accounts/accounts.ts";
import { ADMIN, test as base, open } from "./site.ts";

export { ADMIN };

/** For journeys of admins, on their own site, with a page of the first one's, who is signed in. */
export const test = base.extend<{ admin: Page }>({
  baseURL: async ({ adminSite }, use) => use(adminSite.url),
  admin: async ({ browser, adminSite }, use) => use(await enterAsAdmin(browser, adminSite.url)),
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

/** A confirmed account, as sign-up and its mail would have made it, with this address and these words. */
export const register = async (
  service: SupabaseClient,
  type: "client" | "provider",
  email: string,
  { business_name = "", categories = ["IT"], ...facts }: Record<string, unknown>,
): Promise<{ id: string; email: string; password: string; type: typeof type }> => {
  const { password } = ADMIN;
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: {
      account_type: type,
      location: "Leeds",
      phone_number: "+44 7700 900123",
      ...facts,
      ...(type === "provider" ? { business_name, categories } : {}),
    },
  });
  if (error) throw error;
  return { id: data.user.id, email, password, type };
};

/** Such an account with an address and a business that are made of the name. */
export const person = (
  service: SupabaseClient,
  type: "client" | "provider",
  name: string,
  categories?: string[],
) => {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@people.example`;
  const [first_name, last_name = "Tester"] = name.split(" ");
  const business_name = `${name} Ltd`;
  return register(service, type, email, { first_name, last_name, business_name, categories });
};
