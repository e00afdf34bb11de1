import type { Page } from "@playwright/test";
import { publicClient } from "#tests/e2e/accounts/accounts.ts";
import { expect, expectAccessible, open, reload, test } from "#tests/e2e/site.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const works = (page: Page) => page.getByRole("list", { name: "Work samples" }).getByRole("link");

/** Opens the work of somebody of the sample, whose pictures are drawn while the site is already there. */
const openWork = async (page: Page) => {
  const db = await publicClient();
  const withWork = db.from("public_providers").select("id").not("work_samples->2", "is", null);
  const found = async () => (await withWork.limit(1)).data?.[0]?.id as string | undefined;
  await expect.poll(found).toBeTruthy();
  await open(page, `/directory/${await found()}?tab=portfolio`);
  await expect(works(page).nth(2)).toBeVisible();
};

test("a visitor browses the gallery by keys and buttons, and returns, and without scripts follows plain links", async ({
  browser,
  baseURL,
  page,
}) => {
  await openWork(page);
  const count = await works(page).count();
  await works(page).first().press("Enter");
  await expect(dialog(page).getByText(`1 of ${count}`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(dialog(page).getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.keyboard.press("ArrowRight");
  await expect(dialog(page).getByText(`2 of ${count}`, { exact: true })).toBeVisible();
  await page.keyboard.press("End");
  await expect(dialog(page).getByText(`${count} of ${count}`, { exact: true })).toBeVisible();
  await page.keyboard.press("Home");
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page).getByText(`2 of ${count}`, { exact: true })).toBeVisible();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab");
    // At its end a guard has the focus for a moment, and hands it on to the beginning.
    await expect
      .poll(() => dialog(page).evaluate((node) => node.contains(document.activeElement)))
      .toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(works(page).first()).toBeFocused();
  const href = (await works(page).first().getAttribute("href")) ?? "";
  const response = await page.request.get(href);
  expect(response.headers()["content-type"]).toMatch(/^image\//);

  await test.step("swipes with a finger, and sees a placeholder where a picture is missing", async () => {
    const context = await browser.newContext({
      baseURL,
      hasTouch: true,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await openWork(page);
    await works(page).first().tap();
    await expect(dialog(page).getByText(/^1 of \d+$/)).toBeVisible();
    const session = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: 350 }],
      });
    const swipe = async (from: number, to: number) => {
      await touch("touchStart", from);
      for (const part of [0.3, 0.6, 1]) await touch("touchMove", from + (to - from) * part);
      await touch("touchEnd");
    };
    await swipe(260, 120);
    await expect(dialog(page).getByText(/^2 of \d+$/)).toBeVisible();
    await swipe(120, 150);
    await swipe(120, 260);
    await expect(dialog(page).getByText(/^1 of \d+$/)).toBeVisible();
    await page.route(/portfolio_media/, (route) => route.abort());
    await reload(page);
    await expect(works(page).first().locator("img")).toHaveAttribute("src", "/art/placeholder.svg");
  });
});
