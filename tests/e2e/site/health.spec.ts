import { test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test("an admin sees what does not work, and runs a task at once", async ({
  admin: page,
  adminSite,
}) => {
  test.setTimeout(120_000);
  for (let call = 0; call < 3; call++)
    await adminSite.service.rpc("record_webhook", { p_name: "stripe", p_error: "no such member" });
  await open(page, "/admin/health");
  await expect(page.getByRole("heading", { name: "Health", level: 1 })).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: "Payment updates from Stripe failed 3 times in a row" })
      .getByText("no such member"),
  ).toBeVisible();
  // Other tests of this site may have paid.
  await expect(page.getByText(/Last accepted: (never|\d)/)).toBeVisible();
  await expect(page.getByText("There is room on the disk.")).toBeVisible();

  // A trial needs none.
  await expect(page.getByText("No backups are scheduled")).toHaveCount(0);
  await page.getByRole("button", { name: "Check payments now" }).press("Enter");
  await expect(page.getByText('"Check payments" runs within ten seconds.')).toBeVisible();

  await page.getByRole("heading", { name: "Timed tasks" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Run now\s+Delete unused pictures$/ }).press("Enter");
  await expect(page.getByText('"Delete unused pictures" runs within ten seconds.')).toBeVisible();

  await adminSite.service.rpc("record_webhook", { p_name: "stripe" });
  await open(page, "/admin/health");
  await expect(page.getByText("Everything is working")).toBeVisible();
});
