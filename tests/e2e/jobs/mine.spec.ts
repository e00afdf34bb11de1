import { member } from "#tests/e2e/accounts/accounts.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessibleInBoth, open, test } from "#tests/e2e/site.ts";

test("a new client reads one next step: post a job, then find people for it", async ({
  browser,
}) => {
  const { context, page } = await member(browser, "client");
  const stamp = Date.now().toString(36);
  const title = `Rehang a door ${stamp}`;
  const expectShown = async () => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layoutFaults(page, "main")).toEqual([]);
    }
    await expectAccessibleInBoth(page);
  };
  const next = page.locator("section", { has: page.getByText("Next step", { exact: true }) });

  await open(page, "/profile?tab=my-jobs");
  await expect(page.getByRole("heading", { name: "No jobs yet" })).toBeVisible();
  await expectShown();
  await open(page, "/dashboard");
  await expect(next.getByRole("heading", { name: "Hear from local professionals" })).toBeVisible();
  await expectShown();
  await next.getByRole("link", { name: "Post a Job" }).click();

  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Job Description").fill("It sticks when it rains.");
  await page.getByLabel("Category").click();
  await page.getByLabel("Search categories").fill("roofing");
  await page.getByLabel("Roofing").check();
  await page.keyboard.press("Escape");
  await page.getByLabel("Contact Email").fill(`petra-${stamp}@jobs.example`);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(page.getByText("Job posted successfully")).toBeVisible();

  await open(page, "/dashboard");
  await expect(next.getByRole("heading", { name: title })).toBeVisible();
  await expect(next.getByText("No quotes yet. Ask someone yourself while you wait.")).toBeVisible();
  await expectShown();
  await next.getByRole("link", { name: /^Find / }).click();
  await expect(page).toHaveURL(/\/directory\?category=/);

  await open(page, "/profile?tab=my-jobs");
  await expect(page.getByRole("heading", { name: "Active jobs" })).toBeVisible();
  await expectShown();
  await page.getByRole("button", { name: `Close ${title}` }).press("Enter");
  await expect(page.getByRole("heading", { name: "Past jobs" })).toBeVisible();
  // The control that was pressed is gone: the focus is on the page still.
  await expect(page.locator("#main :focus")).toBeVisible();
  await expectShown();
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await page.getByRole("button", { name: "Delete Job" }).click();
  await expect(page.getByText("Job deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No jobs yet" })).toBeVisible();
  await context.close();
});
