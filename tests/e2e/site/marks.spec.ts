import type { Page } from "@playwright/test";
import { MARK_CONTRAST } from "#domain/site/palette.ts";
import { test as adminTest, logInAsAdmin } from "#tests/e2e/admin.ts";
import { type Mark, marksOf } from "#tests/e2e/mark-contrast.ts";
import { expect, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

/** WCAG 2.2, 1.4.3 and 1.4.11, as pages are painted in both themes and in forced colours: each kind is on one of them. */
const expectMarksSeen = async (
  page: Page,
  paths: readonly string[],
  kinds: readonly Mark["kind"][],
) => {
  for (const media of [
    { colorScheme: "light" },
    { colorScheme: "dark" },
    { colorScheme: "light", forcedColors: "active" },
    { colorScheme: "dark", forcedColors: "active" },
  ] as const) {
    await page.emulateMedia({ forcedColors: null, ...media, reducedMotion: "reduce" });
    const marks: Mark[] = [];
    // Charts and icons of parts that are loaded later are drawn late: until each kind is there, the pages are read again.
    await expect(async () => {
      marks.length = 0;
      for (const path of paths) {
        await open(page, path);
        marks.push(...(await marksOf(page)));
      }
      for (const kind of kinds)
        expect(marks.filter((mark) => mark.kind === kind).length, kind).toBeGreaterThan(2);
    }).toPass({ timeout: 60_000 });
    expect(marks.filter(({ contrast }) => contrast < MARK_CONTRAST)).toEqual([]);
  }
};

test("the edges of controls, icons and stars are seen", async ({ page }) => {
  await logIn(page, SAMPLE.member);
  await expectMarksSeen(
    page,
    ["/directory", "/account?tab=profile", "/account?tab=notifications", "/post-job"],
    ["control", "icon", "star"],
  );
});

adminTest("the charts of analytics are seen", async ({ page }) => {
  await logInAsAdmin(page);
  await expectMarksSeen(page, ["/admin/analytics"], ["chart"]);
});
