import type { Page } from "@playwright/test";
import { expect, logInAs, open, test } from "#tests/e2e/site.ts";
import { account, PASSWORD } from "./accounts.ts";

const SEEKER = "Solutionz Seeker";

/** The page of a provider whom nobody of these tests has saved or reviewed. */
const somebody = async (page: Page, nth: number): Promise<string> => {
  await open(page, "/directory?sort=name");
  const link = page.getByRole("link", { name: /View Profile/ }).nth(nth);
  return (await link.getAttribute("href")) ?? "";
};

test("a visitor's Save has happened after login, once, and Leave Feedback opens the form with the focus in it", async ({
  page,
}) => {
  const { email } = await account("client");
  const path = await somebody(page, 0);
  // A link to a page that is saved elsewhere saves nothing by itself.
  await open(page, `/login?return=${encodeURIComponent(`${path}?save=1&intention=save`)}`);
  await logInAs(page, email, PASSWORD, SEEKER);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await open(page, path);
  await page.getByRole("link", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(`/login?return=${encodeURIComponent(path)}`);
  await expect(page.getByText("Authentication required")).toBeVisible();
  await logInAs(page, email, PASSWORD, SEEKER);
  await expect(page).toHaveURL(path);
  const saved = page.getByRole("button", { name: "Saved", exact: true });
  await expect(saved).toBeVisible();
  await open(page, "/account?tab=bookmarks");
  await expect(page.getByRole("main").locator(`a[href="${path}"]`).first()).toBeVisible();
  await open(page, path);
  await saved.click();
  await open(page, path);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await open(page, path);
  await page.getByRole("link", { name: "Leave Feedback" }).click();
  await expect(page.getByText("Authentication required")).toBeVisible();
  await expect(page.getByText("You must be logged in to submit feedback")).toBeVisible();
  await logInAs(page, email, PASSWORD, SEEKER);
  await expect(page).toHaveURL(`${path}?tab=feedback#leave-feedback`);
  await expect(page.getByRole("heading", { name: /^Leave feedback for/ })).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  const add = page.getByRole("button", { name: "Add Feedback" });
  await expect(add).toBeFocused();
  // The tab's own button opens it again.
  await add.click();
  await expect(page.getByRole("heading", { name: /^Leave feedback for/ })).toBeFocused();
});

test("no page shows text of its address as our own words", async ({ page }) => {
  const words = "Your%20account%20is%20locked.%20Ring%200900%20555";
  for (const path of [
    `/login?message=${words}&error=${words}&error_description=${words}`,
    `/confirm-email?message=${words}&error=${words}&error_description=${words}`,
    `/confirm-email#error=access_denied&error_description=${words}`,
    `/reset-password?mode=reset&error=${words}&error_description=${words}`,
    `/sign-in-return?error=${words}&error_description=${words}`,
    `/claim-business?answer=${words}&message=${words}`,
    `/unsubscribe?token=${words}&topic=${words}`,
    `/reports/1?key=${words}&message=${words}`,
  ]) {
    await open(page, path);
    await expect(page.locator("body"), path).not.toContainText("0900");
  }
});
