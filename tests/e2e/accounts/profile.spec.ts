import { expect, logInAs, open, SAMPLE, test } from "#tests/e2e/site.ts";

test("a client sees who unlocked a job's contact, and closes and reopens own jobs", async ({
  page,
}) => {
  await open(page, "/login");
  await logInAs(page, SAMPLE.client.email, SAMPLE.client.password, "Solutionz Seeker");
  await expect(page).toHaveURL("/directory");
  await open(page, "/profile?tab=saved");
  const saved = page.getByRole("region", { name: "Saved Professionals" });
  await expect(saved.getByRole("heading", { name: "Saved Professionals" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Saved Professionals" })).toHaveCount(0);
  const profile = saved.getByRole("link", { name: /^View Profile of / }).first();
  await expect(profile).toHaveAttribute("href", /^\/directory\/[0-9a-f-]{36}$/);
  // By the address of the specification, which has moved.
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();
  // The sample's pictures come when the site serves already.
  await expect(async () => {
    await open(page, "/profile?tab=saved");
    const source = saved.locator("picture source").first();
    await expect(source).toHaveAttribute("srcset", /.+/, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await open(page, "/profile?tab=my-jobs");
  const job = page.getByRole("listitem").filter({ hasText: "Rescue dog barks" });
  await job.getByRole("button", { name: /^Close / }).click();
  await expect(job.getByText("Closed")).toBeVisible();
  await job.getByRole("button", { name: /^Reopen / }).click();
  await expect(job.getByText("Open", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Unlocked by \d+: Radiator/ }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/^Unlocked on/)
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
});

test("a member lists services, each once", async ({ page }) => {
  await open(page, "/login");
  await logInAs(page, SAMPLE.member.email, SAMPLE.member.password, "Solutionz Provider");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  await open(page, "/profile?tab=saved");
  const saved = page.getByRole("tablist", { name: "Saved" });
  await expect(saved.getByRole("tab")).toHaveText([/^Saved Professionals/, /^Saved Jobs/]);
  await saved.getByRole("tab", { name: /^Saved Jobs/ }).click();
  await expect(saved.getByRole("tab", { name: /^Saved Jobs/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await open(page, "/profile?tab=services");
  await page.getByLabel("Add a skill").fill("  Loft   ladders ");
  await page.getByLabel("Add a skill").press("Enter");
  const skills = page.getByRole("list", { name: "Skills" });
  await expect(skills.getByText("Loft ladders", { exact: true })).toBeVisible();
  await page.getByLabel("Add a skill").fill("LOFT LADDERS");
  await page.getByLabel("Add a skill").press("Enter");
  await expect(page.getByText("You have already added this skill")).toBeVisible();
  await skills.getByRole("button", { name: "Remove Loft ladders" }).click();
  await expect(skills.getByText("Loft ladders", { exact: true })).toHaveCount(0);
  await open(page, "/account?tab=payments");
  await expect(page.getByRole("heading", { name: "Annual Plan" })).toBeVisible();
  await expect(page.getByText(/^Expires in \d+ days$/)).toBeVisible();
});

test("a provider finds the opening hours on their profile, and changes them there", async ({
  page,
}) => {
  await open(page, "/login");
  await logInAs(page, SAMPLE.member.email, SAMPLE.member.password, "Solutionz Provider");
  await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  await open(page, "/profile");
  const hours = page.getByText("Saturday: By appointment");
  await expect(hours).toBeVisible();
  const change = async (to: string) => {
    await page.getByRole("button", { name: "Change your opening hours" }).click();
    const dialog = page.getByRole("dialog", { name: "Opening hours" });
    await dialog.getByRole("combobox", { name: "Saturday is" }).selectOption(to);
    await dialog.getByRole("button", { name: "Save hours" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await change("Closed");
  await expect(page.getByText("Saturday and Sunday: Closed")).toBeVisible();
  await change("By appointment");
  await expect(hours).toBeVisible();
});
