import type { Page } from "@playwright/test";
import { expect, open, test } from "#tests/e2e/site.ts";

const WARNING =
  "No professionals match your current filters. Showing all available professionals instead.";

const form = (page: Page) => page.getByRole("search", { name: "Professionals" });
const count = (page: Page) => page.getByRole("status").getByText(/^Showing \d/);
const cards = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: /^View Profile of/ });

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
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/directory.data*", async (route) => {
    await held;
    await route.continue();
  });
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

test("a later page is read from its beginning, and going back leads to the first", async ({
  page,
}) => {
  await open(page, "/directory");
  const first = await cards(page).first().getAttribute("href");
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL("/directory?page=2");
  await expect(cards(page).first()).not.toHaveAttribute("href", first ?? "");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(cards(page).first()).toHaveAttribute("href", first ?? "");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every filter and the order are fields of one form", async ({ page }) => {
    await page.goto("/directory");
    await form(page).getByLabel("Location").fill("within 30 miles of Leeds");
    await form(page).getByLabel("Category").selectOption("Construction/Trade");
    await page.getByLabel("Sort by").selectOption("Nearest");
    await form(page).getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/sort=distance/);
    await expect(page.getByText(/^Within 30 miles of Leeds/)).toBeVisible();
    await expect(form(page).getByLabel("Distance")).toHaveValue("30");
    await form(page).getByRole("link", { name: "See all categories" }).click();
    await expect(page).toHaveURL("/categories");
  });
});
