import type { Locator, Page } from "@playwright/test";
import { MARK_CONTRAST } from "#domain/site/palette.ts";
import { enter } from "#tests/e2e/accounts/accounts.ts";
import { test as adminTest } from "#tests/e2e/admin.ts";
import { type Mark, marksOf } from "#tests/e2e/mark-contrast.ts";
import {
  expect,
  expectAccessibleInBoth,
  followProfile,
  open,
  SAMPLE,
  test,
} from "#tests/e2e/site.ts";

/* What wide screens, themes and forced colours change. Each screen by itself is in narrow.spec.ts. */

test("axe finds nothing on wide pages, light and dark", async ({ browser, page }) => {
  for (const path of ["/", "/job-directory", "/directory"]) {
    await open(page, path);
    await expectAccessibleInBoth(page);
  }
  await followProfile(page);
  await expect(page.getByRole("navigation", { name: /^About/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  const own = await enter(browser, SAMPLE.member);
  for (const path of ["/dashboard", "/account"]) {
    await open(own, path);
    await expectAccessibleInBoth(own);
  }
});

const MEDIA = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
] as const;

/** WCAG 2.2, 1.4.3 and 1.4.11, as a page is painted in both themes and in forced colours. */
const expectMarksSeen = async (page: Page, path: string, kinds: readonly Mark["kind"][]) => {
  await open(page, path);
  for (const media of MEDIA) {
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    const marks: Mark[] = [];
    // Charts and icons of parts that are loaded later are drawn late.
    await expect(async () => {
      marks.splice(0, marks.length, ...(await marksOf(page)));
      for (const kind of kinds)
        expect(marks.filter((mark) => mark.kind === kind).length, kind).toBeGreaterThan(2);
    }).toPass({ timeout: 60_000 });
    expect(marks.filter(({ contrast }) => contrast < MARK_CONTRAST)).toEqual([]);
  }
};

test("edges of controls, icons, stars, choices and the current tab are seen, also in forced colours", async ({
  browser,
}) => {
  const page = await enter(browser, SAMPLE.member);
  await expectMarksSeen(page, "/directory", ["control", "star"]);
  await expectMarksSeen(page, "/directory/me", ["icon"]);
  await expectMarksSeen(page, "/account?tab=notifications", ["control"]);
  // The last look was in forced colours.
  const styleOf = (found: Locator, property: string) =>
    found
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const ground = await styleOf(page.locator("body"), "background-color");
  const on = page.getByRole("switch", { checked: true });
  expect(await styleOf(on, "background-color")).not.toBe(ground);
  const current = page.locator('[role="tab"][data-active], nav a[aria-current="page"]');
  const others = page.locator('[role="tab"]:not([data-active])');
  expect(await styleOf(others, "border-bottom-color")).toBe(ground);
  expect(await styleOf(current, "border-bottom-color")).not.toBe(ground);
});

adminTest("the charts of analytics are seen", async ({ admin }) => {
  await expectMarksSeen(admin, "/admin/analytics", ["chart"]);
});
