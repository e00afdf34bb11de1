import type { Locator } from "@playwright/test";
import { member } from "#tests/e2e/accounts/accounts.ts";
import { expect, expectAccessibleInBoth, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

const PUBLIC = [
  "/",
  "/directory",
  "/directory?service=nothing-like-this",
  "/directory?service=plumber&location=LS6&sort=distance",
  "/categories",
  "/categories/construction-trade",
  "/job-directory",
  "/post-job",
  "/signup",
  "/signup?type=provider",
  "/login",
  "/confirm-email",
  "/reset-password",
  "/admin-login",
  "/admin-signup",
  "/unsubscribe",
  "/still-looking?token=nobody",
  "/confirm?kind=job&token=nobody",
  "/how-we-keep-this-fair",
  "/terms",
  "/privacy",
  "/no-such-page",
] as const;
const SIGNED_IN = [
  "/profile",
  "/account",
  "/account?tab=security",
  "/account?tab=notifications",
  "/dashboard",
  "/membership",
  "/post-job",
];

test("axe finds nothing on the public pages, light and dark", async ({ page }) => {
  test.setTimeout(180_000);
  for (const path of PUBLIC) {
    await test.step(path, async () => {
      await open(page, path);
      await expectAccessibleInBoth(page);
    });
  }
  await test.step("a profile", async () => {
    await open(page, "/directory");
    await page
      .getByRole("link", { name: /View Profile/ })
      .first()
      .click();
    for (const tab of ["About", "Portfolio", "Feedback"]) {
      await page
        .getByRole("navigation", { name: /^About/ })
        .getByText(tab)
        .click();
      await expectAccessibleInBoth(page);
    }
  });
});

test("axe finds nothing for people who are signed in, light and dark", async ({ browser }) => {
  test.setTimeout(180_000);
  for (const who of ["client", "member"] as const) {
    const page = await (await browser.newContext()).newPage();
    await logIn(page, SAMPLE[who]);
    for (const path of SIGNED_IN) {
      await test.step(path, async () => {
        await open(page, path);
        await expectAccessibleInBoth(page);
      });
    }
    await page.context().close();
  }
});

test("forced colours show edges, choices and the current tab", async ({ browser }) => {
  const { context, page } = await member(browser, "client");
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/account?tab=notifications");
  const styleOf = (found: Locator, property: string) =>
    found
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const ground = await styleOf(page.locator("body"), "background-color");
  const on = page.getByRole("switch", { checked: true });
  await on.first().waitFor();
  expect(await styleOf(on, "background-color")).not.toBe(ground);
  const current = page.locator('[role="tab"][data-active], nav a[aria-current="page"]');
  const others = page.locator('[role="tab"]:not([data-active])');
  expect(await styleOf(others, "border-bottom-color")).toBe(ground);
  expect(await styleOf(current, "border-bottom-color")).not.toBe(ground);
  await expect(page.getByRole("link", { name: "Post a Job" }).first()).toBeVisible();
  await open(page, "/dashboard");
  const button = page.getByRole("main").getByRole("link", { name: "Post a Job" });
  await expect(button.first()).toHaveCSS("border-top-width", "1px");
  await context.close();
});
