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
  await expect(
    page.getByRole("heading", { name: "2 professionals within 10 miles of Manchester" }),
  ).toBeVisible();
  const found = page.getByRole("link", {
    name: /^View Profile of (Semicolon Studio|Steady Steps)/,
  });
  await expect(found).toHaveCount(2);
  await form(page).getByLabel("Distance").selectOption("This area only");
  await expect(page).toHaveURL("/directory?location=Mancester&within=0");
  await expect(count(page)).toHaveText("Showing 1 of 1 professionals");
  await expect(cards(page).first()).toHaveAccessibleName("View Profile of Semicolon Studio");
  await expect(page.getByRole("heading", { name: "A little further away" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Post a Job" })).toHaveAttribute(
    "href",
    "/post-job?title=Professional+needed+in+Manchester&location=Manchester",
  );

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
  await expect(page.getByText(/^Highest rated first,/)).toBeVisible();
  await form(page).getByLabel("Search").fill("submarine");
  await form(page).getByLabel("Search").press("Enter");
  await expect(page).toHaveURL(/service=submarine&category=.*&sort=rating$/);
  await expect(page.getByRole("alert").or(page.getByText(WARNING)).first()).toHaveText(WARNING);
  await expect(count(page)).toHaveText(before);

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
  await page.getByRole("link", { name: "Clear All" }).click();
  await expect(page).toHaveURL("/directory");
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

test("a distance is understood and measured, and the list has pages and says when nobody matches", async ({
  page,
}) => {
  await test.step("a distance is understood in words, shown in its field, and measured", async () => {
    await open(page, "/directory");
    // There is no place yet to measure from.
    await expect(form(page).getByLabel("Distance")).toBeHidden();
    await form(page).getByLabel("Location").fill("within 10 miles of LS6");
    await expect(page).toHaveURL("/directory?location=LS6");
    await expect(form(page).getByLabel("Location")).toHaveValue("LS6");
    await expect(form(page).getByLabel("Distance")).toHaveValue("10");
    await expect(page.getByText(/^Within 10 miles of LS6/)).toBeVisible();
    await expect(page.getByText("10 miles away")).toBeVisible();
    await form(page).getByLabel("Distance").selectOption("25");
    await expect(page.getByText(/^Within 25 miles of LS6/)).toBeVisible();
    await page.getByLabel("Sort by").selectOption("Nearest");
    await expect(page).toHaveURL("/directory?location=LS6&within=25&sort=distance");
    await expect(page.getByText(/^Nearest first/)).toBeVisible();
    const away = await page.getByText(/(\d+ miles|a mile) away/).allInnerTexts();
    const miles = away.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0));
    expect(miles.length).toBeGreaterThan(2);
    expect(miles).toEqual(miles.toSorted((a, b) => a - b));
    // The nearest can be chosen once there is a place to measure from.
    await open(page, "/directory");
    const nearest = page.getByLabel("Sort by").locator("option[value=distance]");
    await expect(nearest).toBeDisabled();
    await expect(nearest).toHaveText("Nearest (add a location first)");
    await open(page, "/directory?sort=distance");
    await expect(page.getByLabel("Sort by")).toHaveValue("relevance");
    await form(page).getByLabel("Location").fill("Leeds");
    await expect(nearest).toBeEnabled();
    await page.getByLabel("Sort by").selectOption("Nearest");
    await expect(page).toHaveURL("/directory?location=Leeds&sort=distance");
    await expect(page.getByLabel("Sort by")).toHaveValue("distance");

    // A postcode alone means what is around it, and the field says so.
    await open(page, "/directory?location=LS6");
    await expect(form(page).getByLabel("Distance")).toHaveValue("10");
  });

  await test.step("the list has pages, whose last one has the rest, and says when nobody matches", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/directory");
    await expect(count(page)).toHaveText(/^Showing 20 of \d+ professionals$/);
    const first = await cards(page).first().getAttribute("href");
    const total = Number(/of (\d+)/.exec(await count(page).innerText())?.[1]);
    const last = Math.ceil(total / 20);
    await page.getByRole("link", { name: `Page ${last}`, exact: true }).click();
    await expect(page).toHaveURL(`/directory?page=${last}`);
    await expect(count(page)).toHaveText(
      `Showing ${total - 20 * (last - 1)} of ${total} professionals`,
    );
    // It is read from its beginning.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(cards(page).first()).toHaveAttribute("href", first ?? "");
    // Nothing overflows a narrow screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    // An old link behind the last page leads to the first one.
    for (const [address, first] of [
      ["/directory?page=99", "/directory"],
      ["/directory?service=plumber&page=99", "/directory?service=plumber"],
    ] as const) {
      await open(page, address);
      await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
      await expect(page.getByText("No professionals listed yet")).toHaveCount(0);
      await page.getByRole("link", { name: "Go to the first page" }).click();
      await expect(page).toHaveURL(first);
      await expect(page.getByRole("link", { name: /View Profile/ }).first()).toBeVisible();
    }

    // A search of punctuation alone matches nobody, and says so.
    for (const signs of ["***", "🔧"]) {
      await open(page, `/directory?service=${encodeURIComponent(signs)}`);
      await expect(page.getByText(WARNING), signs).toBeVisible();
      await expect(cards(page).first()).toBeVisible();
    }
  });
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
    // The chosen one's own categories are there, to narrow it down.
    await form(page).getByLabel("Category").selectOption("Construction/Trade");
    await form(page).getByRole("button", { name: "Search" }).click();
    // Among those that other tests have listed near Leeds meanwhile.
    await expect(
      page.getByRole("main").getByRole("link", { name: /^View Profile of Brackenfold/ }),
    ).toBeVisible();
    await form(page).getByRole("link", { name: "See all categories" }).click();
    await expect(page).toHaveURL("/categories");
    await page.goto("/directory");
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/directory?page=2");
    await expect(count(page)).toHaveText(/^Showing 20 of/);
  });
});
