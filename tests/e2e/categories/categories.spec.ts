import { expect, open, test } from "#tests/e2e/site.ts";

test("leads from the categories to a town, and a place with few leads on", async ({ page }) => {
  await open(page, "/categories");
  await page.getByLabel("Search categories").fill("no such thing");
  await expect(page.getByRole("heading", { name: "No categories found" })).toBeVisible();
  await page.getByLabel("Search categories").fill("construction");
  await page.getByRole("link", { name: "Construction/Trade", exact: true }).click();
  await expect(page).toHaveURL("/categories/construction-trade");
  const towns = page.getByRole("region", { name: "Where they work" }).getByRole("link");
  await expect(towns.first()).toBeVisible();
  const counts = (await towns.allTextContents()).map((text) =>
    Number(/(\d+)\s*listed/.exec(text)?.[1]),
  );
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  const [there = 0] = counts;
  await towns.first().click();
  await expect(page).toHaveURL(/\/categories\/construction-trade\/[a-z-]+$/);
  await expect(page.getByText(new RegExp(`^${there} professionals? listed in`))).toBeVisible();

  // One professional is few: beside them a way on, once.
  await page.goto("/categories/construction-trade/leeds");
  await expect(page.getByText(/^1 professional listed in/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Haven't found the right person?" })).toHaveCount(
    1,
  );
  // Or the nearest others, no further than people travel, each once and with the distance.
  await page.goto("/categories/construction-trade/guildford");
  const near = page.getByRole("region", { name: "In and near Guildford" }).getByRole("listitem");
  await expect(near.first()).toBeVisible();
  const [own = "", ...others] = await near.allInnerTexts();
  expect(own).not.toMatch(/\d mi/);
  expect(others.length).toBeGreaterThan(0);
  for (const text of others) expect(text).toMatch(/\d mi/);
});
