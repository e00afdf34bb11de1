import type { Page } from "@playwright/test";
import { hold } from "#tests/e2e/scripts.ts";
import { expect, open, test } from "#tests/e2e/site.ts";

const WARNING =
  "No professionals match your current filters. Showing all available professionals instead.";

const form = (page: Page) => page.getByRole("search", { name: "Professionals" });
const count = (page: Page) => page.getByRole("status").getByText(/^Showing \d/);

test("the address is the state of the filters, there and back", async ({ page }) => {
  await open(page, "/directory");
  const before = await count(page).innerText();
  // The location follows the typing; a misspelt town is corrected, with a note.
  await form(page).getByLabel("Location").pressSequentially("Mancester");
  await expect(page).toHaveURL("/directory?location=Mancester");
  await expect(page.getByText("Showing results in Manchester instead of Mancester.")).toBeVisible();
  await form(page).getByLabel("Distance").selectOption("This area only");
  await expect(page).toHaveURL("/directory?location=Mancester&within=0");
  await expect(count(page)).toHaveText("Showing 1 of 1 professionals");

  // A whole list of categories is there as soon as the form is touched.
  const category = form(page).getByLabel("Category");
  await page.getByRole("link", { name: "Clear All" }).click();
  await expect(page).toHaveURL("/directory");
  await expect(form(page).getByLabel("Location")).toHaveValue("");
  await category.focus();
  await expect(category.locator("option[value='IT > Website/App Development']")).toHaveCount(1);
  await category.selectOption("Construction/Trade");
  await expect(page).toHaveURL("/directory?category=Construction%2FTrade");
  await expect(count(page)).not.toHaveText(before);
  await expect(category, "keeps the focus").toBeFocused();

  const sort = page.getByLabel("Sort by");
  await sort.selectOption("Highest rated");
  await expect(page).toHaveURL(/&sort=rating$/);
  await form(page).getByLabel("Search").fill("submarine");
  await form(page).getByLabel("Search").press("Enter");
  await expect(page).toHaveURL(/service=submarine&category=.*&sort=rating$/);
  await expect(page.getByText(WARNING)).toBeVisible();

  await page.goBack();
  await expect(form(page).getByLabel("Search")).toHaveValue("");
  await expect(page.getByText(WARNING)).toHaveCount(0);
  await page.goBack();
  await expect(sort).toHaveValue("relevance");
  await page.goBack();
  await expect(category).toHaveValue("");
  await expect(count(page)).toHaveText(before);
  await page.goForward();
  await expect(category).toHaveValue("Construction/Trade");
});

test("waits half a second for the rest of a place, and shows six outlines until there is a response", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "/directory");
  const release = await hold(page, /\/directory\.data/);
  await page.clock.pauseAt(Date.now() + 60_000);
  await form(page).getByLabel("Location").pressSequentially("Lee");
  await page.clock.runFor(499);
  await form(page).getByLabel("Location").pressSequentially("ds");
  await page.clock.runFor(499);
  await expect(count(page)).toBeVisible();
  await page.clock.runFor(1);
  const loading = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: "Loading professionals…" });
  await expect(loading.last().locator(":scope > div")).toHaveCount(6);
  await expect(count(page)).toHaveCount(0);
  await page.clock.resume();
  release();
  await expect(page).toHaveURL("/directory?location=Leeds");
  await expect(count(page)).toBeVisible();
});
