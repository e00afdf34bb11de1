import type { Page } from "@playwright/test";
import { enter } from "#tests/e2e/accounts/accounts.ts";
import { hold } from "#tests/e2e/scripts.ts";
import { expect, open, SAMPLE, test } from "#tests/e2e/site.ts";

/** Opens a page whose reader's account is read when `release` is called, as one that this browser has not remembered. */
const openUnread = async (page: Page, path: string) => {
  const release = await hold(page, /\/rest\/v1\/profiles/);
  await page.evaluate(() => localStorage.removeItem("solutionz-account"));
  const requested = page.waitForRequest(/\/rest\/v1\/profiles/);
  await page.goto(path, { waitUntil: "commit" });
  await requested;
  return release;
};

test("a provider is led nowhere where posting is not for them, also while their account is read", async ({
  browser,
}) => {
  const page = await enter(browser, SAMPLE.provider);
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
  browser,
}) => {
  const page = await enter(browser, SAMPLE.member, { viewport: { width: 360, height: 740 } });
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
