import type { Page } from "@playwright/test";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, open, test } from "#tests/e2e/site.ts";
import { account, fillSignUp, freshAddress, member, PASSWORD, publicClient } from "./accounts.ts";

const resetLink = async (page: Page, email: string) => {
  const db = await publicClient();
  const redirectTo = `${new URL(page.url()).origin}/reset-password?mode=reset`;
  expect((await db.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
  return linkIn(await mailTo(page.request, email, /reset/i), "/reset-password");
};

test("a reset link stays good when the connection drops, and leaves another account signed in", async ({
  browser,
  faults,
}) => {
  const [other, { email }] = await Promise.all([member(browser, "client"), account("client")]);
  const { context, page } = other;
  await open(page, "/");
  await open(page, await resetLink(page, email));
  await expect(page.getByText(`You are signed in as ${other.email}`)).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("sixsix");
  await page.getByLabel("Confirm new password").fill("sixsix");
  await context.setOffline(true);
  const press = page.getByRole("button", { name: "Update password" });
  await press.click();
  await expect(
    page.getByText("Network issue: please check your connection and try again."),
  ).toBeVisible();
  await expect(page.getByText("This link has expired or was already used.")).toHaveCount(0);
  await context.setOffline(false);
  await press.click();
  await expect(page.getByText(`The password of ${email} has been changed`)).toBeVisible();
  await expect(page.getByText(`You are still signed in as ${other.email}.`)).toBeVisible();
  await page.getByRole("button", { name: `Log in as ${email}` }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  faults.splice(0);
});

test("a sign-up is kept on this device without its password, until the account is made", async ({
  page,
}) => {
  await open(page, "/signup");
  const email = freshAddress("draft");
  await fillSignUp(page, email, "client");
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King Lovelace");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await stored()).not.toContain(PASSWORD);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/confirm-email");
  expect(await stored()).not.toContain("draft:sign-up");
});

test("a toast is shown once, covers neither the pressed button nor what gets the focus, and the end of the page can be reached", async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 640],
    [1280, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, "/login");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.org");
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    const toast = page.locator("[aria-label=Notifications] > div > *");
    const press = page.getByRole("button", { name: "Log in", exact: true });
    await press.click();
    await expect(toast).toHaveCount(1);
    await expect(press).toBeEnabled();
    await press.click();
    await expect(toast).toHaveCount(1);
    await expect(press).toBeEnabled();
    const [button, box] = [await press.boundingBox(), await toast.boundingBox()];
    if (!button || !box) throw new Error("No boxes");
    const apart = box.y >= button.y + button.height || box.y + box.height <= button.y;
    if (width < 1024) expect(apart).toBe(true);
    // It stays under the pointer.
    await toast.hover();
    const covered = () =>
      page.evaluate(async () => {
        // Two frames: the page scrolls, and the toast moves.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        const focused = document.activeElement;
        const toasts = document.querySelector("[aria-label=Notifications]");
        if (!focused || focused === document.body) return "the end";
        if (toasts?.contains(focused)) return "";
        const { x, y, width, height } = focused.getBoundingClientRect();
        const over = document.elementFromPoint(x + width / 2, y + height / 2);
        return over && toasts?.contains(over) ? focused.outerHTML : "";
      });
    const faults: string[] = [];
    for (let found = ""; found !== "the end" && faults.length < 80; found = await covered()) {
      faults.push(found);
      await page.keyboard.press("Tab");
    }
    expect(faults.length).toBeGreaterThan(20);
    expect(faults.filter(Boolean)).toEqual([]);
    await expect(toast).toBeVisible();
    const last = page.getByRole("contentinfo").getByRole("link").last();
    await last.evaluate((link) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      link.scrollIntoView({ block: "center", behavior: "instant" });
    });
    await last.click({ trial: true, timeout: 20_000 });
  }
});
