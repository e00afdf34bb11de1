import { listen, timesAnnounced } from "#tests/e2e/announcements.ts";
import { expect, logInAs, open, test } from "#tests/e2e/site.ts";

const WRONG = ["nobody@solutionz.example", "not-it-either-1", "Solutionz Seeker"] as const;

test("a refused login is heard once, and its message closes with Escape where the focus is", async ({
  page,
}) => {
  await open(page, "/login");
  const summary = page.getByRole("group", { name: "There is a problem" });
  const toasts = page.getByRole("region", { name: "Notifications" });
  // The message's own code is loaded with the first one.
  for (const round of ["first", "second"]) {
    await listen(page);
    await logInAs(page, ...WRONG);
    await expect(summary).toBeFocused();
    await expect(toasts.getByText("Login failed")).toBeVisible();
    const words = (await summary.getByRole("listitem").textContent()) ?? "";
    expect(words, round).toBeTruthy();
    expect(await timesAnnounced(page, words), round).toBe(1);
    expect(await timesAnnounced(page, "Login failed"), round).toBe(0);
  }
  await page.keyboard.press("Escape");
  await expect(toasts.getByText("Login failed")).toBeVisible();
  // Its time stops while it has the focus.
  await toasts.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Escape");
  await expect(toasts.getByText("Login failed")).toHaveCount(0);
  await expect(summary).toBeFocused();
});

test("a message that goes does not move the end of the page under the person", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await open(page, "/login");
  await logInAs(page, ...WRONG);
  const message = page.getByRole("region", { name: "Notifications" }).getByText("Login failed");
  await expect(message).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const footer = page.getByRole("contentinfo");
  const place = () => footer.evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  await expect(message).toHaveCount(0);
  expect(await place()).toBe(before);
  // The room goes with the next look at another part.
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => page.evaluate(() => document.body.style.paddingBottom)).toBe("");
});

test("the second page of a list is announced, and the focus is on the list", async ({ page }) => {
  await open(page, "/directory");
  await page.getByRole("link", { name: "Next page" }).focus();
  await listen(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("status").filter({ hasText: /^Page 2 of \d+$/ })).toBeAttached();
  expect(await timesAnnounced(page, "Page 2 of ")).toBe(1);
  await expect(page.locator("main ul:focus")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(page.locator("main ul > li:first-child :focus")).toHaveCount(1);
});
