import { logInAsAdmin, test } from "./admin.ts";
import { expect, expectAccessibleInBoth, open } from "./site.ts";

test("an admin sees what does not work, and runs a task at once", async ({ page, adminSite }) => {
  test.setTimeout(120_000);
  for (let call = 0; call < 3; call++)
    await adminSite.service.rpc("record_webhook", { p_name: "stripe", p_error: "no such member" });
  await logInAsAdmin(page);
  await open(page, "/admin/health");
  await expect(page.getByRole("heading", { name: "Health", level: 1 })).toBeVisible();
  await expect(
    page.getByText("Webhooks of stripe failed 3 times in a row: no such member"),
  ).toBeVisible();
  await expect(page.getByText("There is room on the disk.")).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.getByRole("button", { name: /^Run now\s+tidy-portfolio$/ }).press("Enter");
  await expect(page.getByText("The task tidy-portfolio runs within ten seconds.")).toBeVisible();

  await adminSite.service.rpc("record_webhook", { p_name: "stripe" });
  await open(page, "/admin/health");
  await expect(page.getByText("Everything is working")).toBeVisible();
});
