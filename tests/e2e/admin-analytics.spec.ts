import { logInAsAdmin, person, test } from "./admin.ts";
import { expect, expectAccessible } from "./site.ts";

test.describe.configure({ timeout: 180_000 });

test("the figures and what happened last are real", async ({ page, adminSite }) => {
  await person(adminSite.service, "provider", "Ana Lytics", ["IT > Cyber Security"]);
  await logInAsAdmin(page);
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
  await expectAccessible(page);
});
