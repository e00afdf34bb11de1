import { readFileSync } from "node:fs";
import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, expectAccessibleInBoth, open } from "#tests/e2e/site.ts";

test.describe.configure({ timeout: 180_000 });

test("the figures are real, over the requested days, and follow what happens", async ({
  page,
  adminSite,
}) => {
  const ana = await person(adminSite.service, "provider", "Ana Lytics", ["IT > Cyber Security"]);
  const paid = await adminSite.service.from("subscribers").upsert({
    user_id: ana.id,
    email: ana.email,
    subscribed: true,
    subscription_tier: "yearly",
    subscription_end: new Date(Date.now() + 1e9).toISOString(),
  });
  expect(paid.error).toBeNull();
  await logInAsAdmin(page);
  // The dashboard's cards are links, in both themes.
  await expect(page.getByRole("link", { name: "Unapproved Feedback" })).toBeVisible();
  await expectAccessibleInBoth(page);
  // It counts what the directory lists, and leads to their accounts.
  const providers = page.getByRole("link", { name: "Visible and Active Providers" });
  const counted = await providers.locator("xpath=../following-sibling::p[1]").innerText();
  expect(Number(counted)).toBeGreaterThan(0);
  await providers.click();
  await expect(page).toHaveURL("/admin/users?type=provider&status=members");
  await expect(page.getByText("Ana Lytics", { exact: true })).toBeVisible();
  await open(page, "/directory");
  await expect(
    page.getByText(`Showing ${counted} of ${counted} professionals`, { exact: true }),
  ).toBeVisible();
  await open(page, "/admin/dashboard");
  await page.getByRole("link", { name: "Analytics", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Analytics Dashboard" })).toBeVisible();
  for (const label of [
    "Solutionz Providers",
    "Solutionz Seekers",
    "Active Sessions",
    "Approved Feedback",
    "Pending Feedback",
    "New Users (30d)",
  ]) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(page.getByText("Cyber Security", { exact: false }).first()).toBeVisible();
  const activity = page.getByRole("listitem").filter({ hasText: "New provider: Ana Lytics Ltd" });
  await expect(activity.getByText("Less than an hour ago")).toBeVisible();

  // By keyboard alone: to a chart, back and forth in it, and to the table behind it.
  const chart = page.getByRole("slider", { name: "Sign-ups by day" });
  await chart.focus();
  await expect(chart).toHaveAttribute("aria-valuetext", / so far: [1-9]\d* sign-ups?$/);
  await page.keyboard.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", /\d{4}: 0 sign-ups$/);
  await expect(chart).toHaveAttribute("aria-valuenow", "29");
  const table = page.getByRole("table", { name: "Sign-ups by day" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(table.getByRole("row")).toHaveCount(31);
  await expectAccessible(page);

  // Somebody else signs up: the button shows it, and the open table stays open.
  const today = table.getByRole("row").nth(1).getByRole("cell");
  const before = Number.parseInt(await today.innerText(), 10);
  await person(adminSite.service, "client", "Late Comer");
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
  await expect(page.getByText("5 Jan to 7 Jan 2026, UK time")).toBeVisible();
  await expect(page.getByText(/^The same as/).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Jobs as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("jobs-2026-01-05-to-2026-01-07.csv");
  expect(readFileSync(await file.path(), "utf8")).toContain("2026-01-06,2026-01-06,0\r\n");
  await open(page, "/admin/analytics?from=2026-02-02&to=2026-02-01");
  await expect(
    page.getByText("Please choose a first day that is not after the last."),
  ).toBeVisible();
});
