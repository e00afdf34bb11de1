import { expectAccessible, logIn, open, SAMPLE, test } from "./site.ts";

const PUBLIC = [
  "/",
  "/directory",
  "/directory?service=nothing-like-this",
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

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the public pages (${colorScheme})`, async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ baseURL, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const path of PUBLIC) {
      await test.step(path, async () => {
        await open(page, path);
        await expectAccessible(page);
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
        await expectAccessible(page);
      }
    });
    await context.close();
  });

  for (const who of ["client", "member", "provider"] as const) {
    test(`axe finds nothing for a signed-in ${who} (${colorScheme})`, async ({
      browser,
      baseURL,
    }) => {
      test.setTimeout(120_000);
      const context = await browser.newContext({ baseURL, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      await logIn(page, SAMPLE[who]);
      for (const path of SIGNED_IN) {
        await test.step(path, async () => {
          await open(page, path);
          await expectAccessible(page);
        });
      }
      await context.close();
    });
  }
}
