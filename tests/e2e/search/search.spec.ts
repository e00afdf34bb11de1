import { expect, open, test } from "#tests/e2e/site.ts";

const WARNING = /^No professionals match your current filters\./;

test("an old link behind the last page of the directory leads to its first page", async ({
  page,
}) => {
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
});

test("a search of punctuation alone matches nobody, and says so", async ({ page }) => {
  for (const signs of ["***", "?!", "—", "🔧"]) {
    await open(page, `/directory?service=${encodeURIComponent(signs)}`);
    await expect(page.getByText(WARNING), signs).toBeVisible();
    await expect(page.getByRole("link", { name: /View Profile/ }).first()).toBeVisible();
  }
});

test("the nearest can be chosen once there is a place to measure from", async ({ page }) => {
  await open(page, "/directory");
  const nearest = page.getByLabel("Sort by").locator("option[value=distance]");
  await expect(nearest).toBeDisabled();
  await expect(nearest).toHaveText("Nearest (add a location first)");
  await open(page, "/directory?sort=distance");
  await expect(page.getByLabel("Sort by")).toHaveValue("relevance");
  await page.getByLabel("Location").fill("Leeds");
  await expect(nearest).toBeEnabled();
  await page.getByLabel("Sort by").selectOption("Nearest");
  await expect(page).toHaveURL("/directory?location=Leeds&sort=distance");
  await expect(page.getByLabel("Sort by")).toHaveValue("distance");
});

test("jobs understand a postcode, and Reset resets every filter", async ({ page }) => {
  await open(page, "/job-directory");
  const total = page.getByText(/^\d+ jobs? found/);
  const all = await total.textContent();
  // Not where the sample's own client posts: other tests hire for those jobs.
  await open(page, "/job-directory?location=BS6");
  await expect(page.getByText("Within 10 miles of Bristol.")).toBeVisible();
  await expect(
    page.getByText(/BS postcodes are measured from the centre of Bristol/),
  ).toBeVisible();
  await expect(page.locator("[id^=job-]").first()).toBeVisible();

  await open(page, "/job-directory?location=Leeds&category=IT&budgetType=fixed&minBudget=100");
  await page.getByLabel("Location", { exact: true }).fill("typed, not applied");
  await page.getByRole("button", { name: /^Budget/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL("/job-directory");
  await expect(total).toHaveText(all ?? "");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("");
});
