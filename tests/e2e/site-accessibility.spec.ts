import { expectAccessibleInBoth, logIn, open, SAMPLE, test } from "./site.ts";

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

for (const who of ["client", "member", "provider"] as const) {
  test(`axe finds nothing for a signed-in ${who}, light and dark`, async ({ page }) => {
    test.setTimeout(180_000);
    await logIn(page, SAMPLE[who]);
    for (const path of SIGNED_IN) {
      await test.step(path, async () => {
        await open(page, path);
        await expectAccessibleInBoth(page);
      });
    }
  });
}
