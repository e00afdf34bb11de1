import type { Page } from "@playwright/test";
import { expect, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

/** Opens a page whose reader's account is read when `release` is called, as one that this browser has not remembered. */
const openUnread = async (page: Page, path: string) => {
  const released = Promise.withResolvers<void>();
  let isRequested = false;
  await page.route(/\/rest\/v1\/profiles/, async (route) => {
    isRequested = true;
    await released.promise;
    await route.continue();
  });
  await page.evaluate(() => localStorage.removeItem("solutionz-account"));
  await page.goto(path, { waitUntil: "commit" });
  await expect.poll(() => isRequested).toBe(true);
  return released.resolve;
};

test("a provider is led nowhere where posting is not for them, also while their account is read", async ({
  page,
}) => {
  await logIn(page, SAMPLE.provider);
  const membership = page.getByRole("link", { name: "Membership", exact: true }).last();
  const posting = page.locator('a[href="/post-job"]');
  for (const path of ["/directory?service=nothing-like-this", "/categories/construction-trade"]) {
    await open(page, path);
    await expect(membership).toBeVisible();
    await expect(posting, path).toHaveCount(0);
  }
  const release = await openUnread(page, "/");
  const becoming = page.getByRole("navigation").locator('a[href="/signup?type=provider"]');
  for (const links of [posting, becoming]) {
    expect(await links.count()).toBeGreaterThan(1);
    for (const link of await links.all()) await expect(link).toBeHidden();
  }
  release();
  await expect(membership).toBeVisible();
  await expect(posting).toHaveCount(0);
  await expect(becoming).toHaveCount(0);
});

test("a signed-in person's telephone has the menu while their account is read, and no words for visitors", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, SAMPLE.member);
  await open(page, "/job-directory");
  const job = await page.locator('h2 a[href*="job="]').first().getAttribute("href");
  const release = await openUnread(page, job ?? "");
  const already = page.getByText("Already a member?");
  const menu = page.getByRole("banner").locator("details");
  await menu.locator("summary").click();
  await expect(menu.getByRole("link", { name: "Find Professionals" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Job Directory" })).toBeVisible();
  // At once: a request that is held for long fails, and the page changes.
  expect(await already.count()).toBe(1);
  expect(await already.isVisible()).toBe(false);
  for (const name of ["Login", "Sign Up", "Post a Job", "Become a Provider"])
    expect(await menu.getByText(name, { exact: true }).isVisible(), name).toBe(false);
  release();
  await expect(page.getByRole("button", { name: "Reveal Contact" })).toBeVisible();
  await expect(already).toHaveCount(0);
});

test("Back from a job's preview returns to the form with what was typed", async ({ page }) => {
  await logIn(page, SAMPLE.client);
  await open(page, "/post-job");
  await page.getByLabel("Job Title").fill("Hang a gate");
  await page.getByLabel("Job Description").fill("It is heavy.");
  await page.getByLabel("Category").click();
  await page.getByLabel("Search categories").fill("carpentry");
  await page.getByLabel("Carpentry").check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("heading", { name: "Check your job", exact: true });
  await expect(preview).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/post-job");
  await expect(preview).toHaveCount(0);
  await expect(page.getByLabel("Job Title")).toHaveValue("Hang a gate");
  await expect(page.getByLabel("Job Description")).toHaveValue("It is heavy.");
});
