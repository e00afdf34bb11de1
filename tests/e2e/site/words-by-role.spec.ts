import type { Page } from "@playwright/test";
import { expect, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

test("a provider is led nowhere where posting is not for them, also while their account is read", async ({
  page,
}) => {
  await test.step("a provider is led nowhere where posting is not for them", async () => {
    await logIn(page, SAMPLE.provider);
    for (const path of [
      "/",
      "/directory",
      "/directory?service=nothing-like-this",
      "/categories/construction-trade",
      "/job-directory",
      "/dashboard",
      "/profile",
    ]) {
      await open(page, path);
      await expect(
        page.getByRole("link", { name: "Membership", exact: true }).last(),
      ).toBeVisible();
      await expect(page.locator('a[href="/post-job"]'), path).toHaveCount(0);
    }
  });

  await test.step("what may not be for a person is hidden while their account is read", async () => {
    const release = await openUnread(page, "/");
    const posting = page.locator('a[href="/post-job"]');
    const becoming = page.getByRole("navigation").locator('a[href="/signup?type=provider"]');
    for (const links of [posting, becoming]) {
      expect(await links.count()).toBeGreaterThan(1);
      for (const link of await links.all()) await expect(link).toBeHidden();
    }
    release();
    await expect(page.getByRole("link", { name: "Membership", exact: true }).last()).toBeVisible();
    await expect(posting).toHaveCount(0);
    await expect(becoming).toHaveCount(0);
  });
});

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

test("who is signed in reads no words for others, and their job comes back from its preview", async ({
  page,
  browser,
}) => {
  await test.step("a client's job comes back from its preview, and logging in twice on one page warns of no second client", async () => {
    await test.step("logging in twice on one page warns of no second client", async () => {
      const texts: string[] = [];
      page.on("console", (message) => texts.push(message.text()));
      await open(page, "/login");
      await page.getByLabel("Email", { exact: true }).first().fill(SAMPLE.client.email);
      const submit = page.getByRole("button", { name: "Log in", exact: true });
      for (const password of ["wrong once", "wrong twice"]) {
        await page.getByLabel("Password", { exact: true }).first().fill(password);
        await submit.click();
        await expect(submit).not.toHaveAttribute("aria-busy", "true");
      }
      await page.getByLabel("Password", { exact: true }).first().fill(SAMPLE.client.password);
      await submit.click();
      await expect(page).toHaveURL("/directory");
      expect(texts.filter((text) => text.includes("GoTrueClient"))).toEqual([]);
    });

    await test.step("Back from a job's preview returns to the form with what was typed", async () => {
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
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByRole("button", { name: "Back to Editing" }).click();
      await expect(page.getByLabel("Job Description")).toHaveValue("It is heavy.");
    });
  });

  await test.step("a signed-in person's telephone has the menu while their account is read, and no words for visitors", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
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
    await context.close();
  });
});
