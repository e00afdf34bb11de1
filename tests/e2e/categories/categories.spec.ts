import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";

test("leads from the categories to a town, and each page states what is true", async ({ page }) => {
  await open(page, "/categories");
  await page.getByLabel("Search categories").fill("no such thing");
  await expect(page.getByRole("heading", { name: "No categories found" })).toBeVisible();
  await page.getByLabel("Search categories").fill("plumb");
  await expect(page.getByRole("link", { name: "Plumber", exact: true })).toHaveAttribute(
    "href",
    "/categories/plumber",
  );
  await expect(page.getByRole("link", { name: "Roofing", exact: true })).toHaveCount(0);
  await expect(page.getByText("19 subcategories")).toBeVisible();
  await page.getByLabel("Search categories").fill("construction");
  await expect(page.getByText("19 subcategories")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Construction/Trade", exact: true }).click();
  await expect(page).toHaveURL("/categories/construction-trade");
  const lead = page.getByText(/^\d+ professionals? listed, rated/);
  const total = Number(/\d+/.exec(await lead.innerText())?.[0]);
  await expectAccessible(page);
  const towns = page.getByRole("region", { name: "Where they work" }).getByRole("link");
  const counts = (await towns.allTextContents()).map((text) =>
    Number(/(\d+)\s*listed/.exec(text)?.[1]),
  );
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  const [there = 0] = counts;
  expect(there).toBeLessThanOrEqual(total);
  const jobs = page.getByRole("region", { name: "Open jobs" });
  const jobCount = Number(/(\d+) open jobs/.exec(await lead.innerText())?.[1]);
  await expect(jobs.getByRole("listitem")).toHaveCount(Math.min(jobCount, 5));
  await expect(jobs.getByRole("link", { name: `See all ${jobCount}` })).toHaveAttribute(
    "href",
    "/job-directory?category=Construction%2FTrade",
  );
  await towns.first().click();
  await expect(page).toHaveURL(/\/categories\/construction-trade\/[a-z-]+$/);
  await expect(page.getByText(new RegExp(`^${there} professionals? listed in`))).toBeVisible();
  const cards = page
    .getByRole("region", { name: /^(Professionals|In and near .*)$/ })
    .getByRole("link", { name: /^View Profile/ });
  await expect(cards.nth(Math.min(there, 6) - 1)).toBeVisible();
  await expectAccessible(page);
  // One professional is few: beside them a way on, once.
  await open(page, "/categories/construction-trade/leeds");
  await expect(page.getByText(/^1 professional listed in/)).toBeVisible();
  await expect(cards).toHaveCount(1);
  const card = page.getByRole("region", { name: "Professionals" });
  await expect(card.getByText("Came at ten to seven on a Sunday")).toBeVisible();
  // The nearest town with others is 81 miles away.
  await expect(page.getByRole("region", { name: "Other towns" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Haven't found the right person?" })).toHaveCount(
    1,
  );
  await expectAccessible(page);
  // Or the nearest others, no further than people travel, each once and with the distance.
  await open(page, "/categories/construction-trade/guildford");
  const near = page.getByRole("region", { name: "In and near Guildford" }).getByRole("listitem");
  await expect(near.first()).toBeVisible();
  const [own = "", ...others] = await near.allInnerTexts();
  expect(own).not.toMatch(/\d mi/);
  expect(others.length).toBeGreaterThan(0);
  for (const text of others) expect(text).toMatch(/\d mi/);
  const names = await near.getByRole("heading").allInnerTexts();
  expect(new Set(names).size).toBe(names.length);
});
