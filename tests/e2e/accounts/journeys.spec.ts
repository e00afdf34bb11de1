import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, open, test } from "#tests/e2e/site.ts";
import { account, fillSignUp, freshAddress, member, PASSWORD, publicClient } from "./accounts.ts";

const resetLink = async (page: import("@playwright/test").Page, email: string) => {
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

  // An access token alone sets a new password, as the specification has it.
  const token_hash = new URL(await resetLink(page, other.email)).searchParams.get("token_hash");
  const db = await publicClient();
  const { data } = await db.auth.verifyOtp({ type: "recovery", token_hash: token_hash ?? "" });
  for (const [token, words] of [
    [data.session?.access_token, "Your password has been changed"],
    ["a.b.c", "This link has expired or was already used."],
  ] as const) {
    await open(page, `/reset-password?mode=reset&access_token=${token}`);
    await page.getByLabel("New password", { exact: true }).fill("sixsix");
    await page.getByLabel("Confirm new password").fill("sixsix");
    await page.getByRole("button", { name: "Update password" }).click();
    await expect(page.getByText(words)).toBeVisible();
  }
  await context.close();
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

test("a change of address is refused for the same one, shown while it is pending, and cancelled", async ({
  browser,
}) => {
  const { context, page, email } = await member(browser, "client");
  await open(page, "/account?tab=security");
  const address = page.getByRole("region", { name: "Email address" });
  await address.getByRole("button", { name: "Change your email address" }).click();
  await address.getByLabel("New email").fill(email.toUpperCase());
  await address.getByLabel("Current password").fill(PASSWORD);
  await address.getByRole("button", { name: "Change email" }).click();
  await expect(address.getByText("This is your email address already")).toBeVisible();
  const wanted = freshAddress("wanted");
  await address.getByLabel("New email").fill(wanted);
  await address.getByRole("button", { name: "Change email" }).click();
  await expect(address.getByText(wanted)).toBeVisible();
  await page.reload();
  await expect(address.getByText(wanted)).toBeVisible();
  await expect(address.getByText(`No longer able to read emails to ${email}?`)).toBeVisible();
  await address.getByRole("button", { name: "Cancel the change" }).click();
  await expect(page.getByText("Email change cancelled")).toBeVisible();
  await expect(address.getByText(wanted)).toHaveCount(0);

  // A signed-in person is not offered another sign-up.
  await open(page, "/signup");
  await expect(page.getByText(`You are signed in as ${email}`)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
  await context.close();
});

test("a provider edits skills in the profile form, and the tabs are beside it on a wide screen", async ({
  browser,
}) => {
  const { context, page } = await member(browser, "provider");
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "/account");
  const tab = page.getByRole("tab", { name: "Account Security" });
  const panel = page.getByRole("tabpanel");
  const [beside, content] = [await tab.boundingBox(), await panel.boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
  await expect(page.getByRole("tablist")).toHaveAttribute("aria-orientation", "vertical");
  await page.getByRole("button", { name: "Add your skills" }).click();
  await page.getByLabel("Skills").fill("Engines");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(
    page.getByText("Activate a membership to add services and portfolio items.").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Skills")).toHaveValue("Engines");
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole("tablist")).not.toHaveAttribute("aria-orientation", "vertical");
  await context.close();
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
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await press.scrollIntoViewIfNeeded();
      await press.click();
      await expect(toast).toHaveCount(1);
      await expect(press).toBeEnabled();
      const [button, box] = [await press.boundingBox(), await toast.boundingBox()];
      if (!button || !box) throw new Error("No boxes");
      const apart = box.y >= button.y + button.height || box.y + box.height <= button.y;
      if (width < 1024) expect(apart).toBe(true);
    }
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
    // To the last control, and back to the first.
    for (const key of ["Tab", "Shift+Tab"]) {
      const faults: string[] = [];
      let steps = 0;
      for (let found = ""; found !== "the end" && steps < 80; steps += 1) {
        faults.push(found);
        await page.keyboard.press(key);
        found = await covered();
      }
      expect(steps).toBeGreaterThan(20);
      expect(faults.filter(Boolean)).toEqual([]);
    }
    await expect(toast).toBeVisible();
    const last = page.getByRole("contentinfo").getByRole("link").last();
    await last.evaluate((link) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      link.scrollIntoView({ block: "center", behavior: "instant" });
    });
    await last.click({ trial: true, timeout: 20_000 });
  }
});
