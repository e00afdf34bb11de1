import { readFileSync } from "node:fs";
import { enterAsAdmin } from "#tests/e2e/accounts/accounts.ts";
import { person, test } from "#tests/e2e/admin.ts";
import { expect, open } from "#tests/e2e/site.ts";

test("a chart is read by keyboard alone, follows what happens and other days, and is downloaded", async ({
  browser,
  adminSite: { url, service },
}) => {
  await person(service, "provider", "Ana Lytics", ["IT > Cyber Security"]);
  const page = await enterAsAdmin(browser, url);
  await open(page, "/admin/analytics");
  await expect(page.getByRole("heading", { name: "Analytics Dashboard" })).toBeVisible();
  // To a chart, back and forth in it, and to the table behind it.
  const chart = page.getByRole("slider", { name: "Sign-ups by day" });
  await chart.focus();
  await expect(chart).toHaveAttribute("aria-valuetext", / so far: [1-9]\d* sign-ups?$/);
  await page.keyboard.press("ArrowLeft");
  // Yesterday has sign-ups too where this run began before midnight.
  await expect(chart).toHaveAttribute("aria-valuetext", /\d{4}: \d+ sign-ups?$/);
  await expect(chart).toHaveAttribute("aria-valuenow", "29");
  const table = page.getByRole("table", { name: "Sign-ups by day" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(table.getByRole("row")).toHaveCount(31);

  // Somebody else signs up: the button shows it, and the open table stays open.
  const today = table.getByRole("row").nth(1).getByRole("cell");
  const before = Number.parseInt(await today.innerText(), 10);
  await person(service, "client", "Late Comer");
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect(today).toHaveText(`${before + 1} sign-ups`);

  await page.getByRole("link", { name: "12 weeks" }).click();
  await expect(page).toHaveURL("/admin/analytics?range=12w");
  await expect(page.getByRole("slider", { name: "Sign-ups by week" })).toBeVisible();
  await page.getByText("Other dates").click();
  await page.getByLabel("From", { exact: true }).fill("2026-01-05");
  await page.getByLabel("To", { exact: true }).fill("2026-01-07");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL("/admin/analytics?from=2026-01-05&to=2026-01-07");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Jobs as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("jobs-2026-01-05-to-2026-01-07.csv");
  expect(readFileSync(await file.path(), "utf8")).toContain("2026-01-06,2026-01-06,0\r\n");
});
