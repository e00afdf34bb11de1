import { expect, type Page } from "@playwright/test";
import { act, person, test } from "#tests/e2e/admin.ts";
import { open } from "#tests/e2e/site.ts";
import { enterAsAdmin } from "./accounts.ts";

/** Gives somebody another account type in the edit dialog. */
const retype = async (page: Page, email: string, type: string) => {
  await open(page, `/admin/users?q=${encodeURIComponent(email)}`);
  await act(page.getByRole("row").filter({ hasText: email }), "Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account type").selectOption(type);
  await dialog.getByLabel("Reason").fill("Agreed on Monday");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("User updated")).toBeVisible();
};

test("a new admin signs in by email, and leaves the admin screens with their own type", async ({
  browser,
  adminSite: { url: baseURL, service },
}) => {
  const second = await person(service, "client", "Sam Second");
  const first = await enterAsAdmin(browser, baseURL);
  await retype(first, second.email, "Admin");

  const page = await (await browser.newContext({ baseURL })).newPage();
  await open(page, "/admin-login");
  await expect(page.getByRole("button", { name: "Forgot Password?" })).toBeVisible();
  await page.getByLabel("Username or email").fill(` ${second.email.toUpperCase()}`);
  await page.getByLabel("Password", { exact: true }).fill(second.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
  await retype(page, second.email, "Solutionz Seeker");
  await expect(page).toHaveURL("/login");
});
