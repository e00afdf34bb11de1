import { member } from "#tests/e2e/accounts/accounts.ts";
import { hold, holdScripts } from "#tests/e2e/scripts.ts";
import { expect, open, reload, test } from "#tests/e2e/site.ts";

test("a page that is not there leads home, old addresses lead on, and going back shows the page of the address", async ({
  page,
}) => {
  await test.step("a page that is not there leads home and to the login, and old addresses lead on", async () => {
    const response = await page.goto("/no-such-page");
    expect(response?.status()).toBe(404);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expect(main.locator('a[href="/"]')).toBeVisible();
    await expect(main.locator('a[href="/login"]')).toBeVisible();
    for (const [from, to] of [
      ["/jobs", "/job-directory"],
      ["/jobs/post", "/post-job"],
    ] as const)
      expect(new URL((await page.request.get(from)).url()).pathname, from).toBe(to);
  });

  await test.step("going back before a page has hydrated shows the page of the address", async () => {
    const profile = page.getByRole("link", { name: /^View Profile/ });
    await open(page, "/directory?sort=rating");
    await profile.nth(1).click();
    await expect(page).toHaveURL(/\/directory\/[^?]+$/);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (/\.data\?.*tab=feedback/.test(request.url())) requests.push(request.url());
    });
    await page
      .getByRole("link", { name: /^Feedback/ })
      .first()
      .click();
    const ratings = page.getByRole("list", { name: "Ratings" });
    await ratings.getByRole("link").first().click();
    const filtered = page.getByText(/Showing \d+ of \d+\./);
    await expect(filtered).toBeVisible();
    // Each address was requested once.
    expect(requests).toHaveLength(2);

    // The router waits for its list of routes before it loads what a page is of.
    const routes = await hold(page, /\/__manifest/);
    await reload(page);
    await expect(filtered).toBeVisible();
    await page.goBack();
    routes();
    await expect(filtered).toHaveCount(0);
    await expect(ratings).toBeVisible();
    await page.goBack();
    await expect(ratings).toHaveCount(0);

    // No script has run when the visitor goes back.
    const scripts = await holdScripts(page);
    await page.reload({ waitUntil: "commit" });
    await page.locator("html[data-address]").waitFor({ state: "attached" });
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL("/directory?sort=rating");
    await expect(profile).toHaveCount(0);
    scripts();
    await expect(profile).toHaveCount(20);
  });
});

test("the menu of a narrow screen opens before scripts run, and closes when the page changes", async ({
  page,
}) => {
  // The first press opens it, and the scripts that it loads leave it open.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const menu = page.getByRole("banner").locator("details");
  await menu.locator("summary").click();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page.getByRole("navigation", { name: "Mobile" })).toBeVisible();
  await menu.getByRole("link", { name: "Job Directory" }).click();
  await expect(page).toHaveURL("/job-directory");
  await expect(menu).not.toHaveAttribute("open", "");
  await expect(page.getByRole("contentinfo").locator('a[href^="mailto:"]')).toBeVisible();
});

test("a person's pages have their tabs, banner and menu, which follow the keyboard and the width", async ({
  browser,
}) => {
  const { page } = await member(browser, "provider");
  await open(page, "/profile");
  for (const name of ["About", "Services", "Portfolio", "Reviews", "Subscriptions"])
    await expect(page.getByRole("tab", { name }), name).toBeVisible();
  const banner = page.getByRole("complementary", { name: "Your account" });
  const activate = banner.getByRole("link", { name: "Activate Membership" });
  await expect(activate).toHaveAttribute("href", "/membership");
  await banner.getByRole("button").click();
  // Its button is gone, and the focus is not lost with it; nor is the choice with the page.
  await expect(activate).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await reload(page);
  await expect(activate).toHaveCount(0);
  const menu = page.getByRole("button", { name: /^Account menu of Ada/ });
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Job Directory" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // A narrow screen has one menu, with the links of the bar.
  await page.setViewportSize({ width: 320, height: 700 });
  await menu.click();
  await page.getByRole("menuitem", { name: "Job Directory" }).click();
  await expect(page).toHaveURL("/job-directory");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // While the account loads, the bar and the footer are this person's too.
  const release = await hold(page, /\/rest\/v1\/profiles/);
  await page.goto("/dashboard");
  await expect(menu).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Post a Job" })).toHaveCount(
    0,
  );
  await expect(page.getByRole("link", { name: "Become a Provider" })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the header, the page and the footer are one column on the widest screens", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page, "/directory");
  const profile = await page
    .getByRole("link", { name: /^View Profile of/ })
    .first()
    .getAttribute("href");
  for (const path of ["/directory", profile ?? ""]) {
    await page.goto(path);
    // The narrower columns within it begin where it does, too.
    for (const part of ["banner", "main", "contentinfo"] as const) {
      const columns = page.getByRole(part).locator(".mx-auto");
      await expect(columns.first()).toBeVisible();
      const lefts = await columns.evaluateAll((found) =>
        found.map((column) => column.getBoundingClientRect()).map(({ x, width }) => [x, width]),
      );
      for (const column of lefts) expect.soft(column, `${part} of ${path}`).toEqual([320, 1280]);
    }
  }
});
