import { MARK_CONTRAST } from "#domain/site-palette.ts";
import { type Mark, marksOf } from "./mark-contrast.ts";
import { expect, expectAccessibleInBoth, open, test } from "./site.ts";

/** WCAG 2.2, 1.4.3 and 1.4.11, for every component as it is painted. */
const expectMarksSeen = (marks: readonly Mark[]) => {
  for (const [kind, least] of [
    ["control", 15],
    ["icon", 8],
    ["chart", 12],
    ["star", 3],
  ] as const)
    expect(marks.filter((mark) => mark.kind === kind).length, kind).toBeGreaterThanOrEqual(least);
  expect.soft(marks.filter(({ contrast }) => contrast < MARK_CONTRAST)).toEqual([]);
};

test("every part of the design system can be read, and its marks seen, in both themes", async ({
  page,
}) => {
  await open(page, "/styleguide");
  await expectAccessibleInBoth(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expectMarksSeen(await marksOf(page));
  }
});

test("every part of the design system can be seen in forced colours, light and dark", async ({
  page,
}) => {
  await open(page, "/styleguide");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: "active", reducedMotion: "reduce" });
    expectMarksSeen(await marksOf(page));
  }
});

test("the styleguide is for builders: search engines leave it out, and no page leads to it", async ({
  page,
}) => {
  await open(page, "/styleguide");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await page.getByRole("button", { name: "dark" }).click();
  await expect(page.locator('[data-theme="dark"]').first()).toBeVisible();
  expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain("styleguide");
  for (const path of ["/", "/directory"]) {
    await open(page, path);
    await expect(page.locator('a[href*="styleguide"]')).toHaveCount(0);
  }
});
