import type { Page } from "@playwright/test";
import { expect, open, test } from "#tests/e2e/site.ts";
import { account, member, PASSWORD, publicClient, signedInState } from "./accounts.ts";

/** As when somebody comes back to a tab that was hidden. */
const returnTo = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("two tabs agree: signing out in one signs out the other, and signing in again too, also as somebody else", async ({
  browser,
}) => {
  const { context, page, email } = await member(browser, "client");
  const other = await context.newPage();
  await open(page, "/account");
  await open(other, "/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await expect(other.getByText("You have been signed out")).toBeVisible();
  await expect(other.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  await other.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(other).toHaveURL("/login?return=%2Fprofile");
  await other.getByLabel("Email", { exact: true }).fill(email);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.getByRole("button", { name: "Log in" }).click();
  await expect(other).toHaveURL("/profile");
  await expect(page.getByRole("button", { name: /^Account menu of Ada/ })).toBeVisible();

  // And another account: its pages are shown in both.
  const { session } = await account("provider");
  await expect(other.getByRole("tab", { name: "My Jobs" })).toBeVisible();
  await open(page, "/");
  await page.evaluate((next) => {
    // What the client of another tab does: it stores the session and notifies the others.
    localStorage.setItem("solutionz-session", next);
    const channel = new BroadcastChannel("solutionz-session");
    channel.postMessage({ event: "SIGNED_IN", session: JSON.parse(next) });
    channel.close();
  }, JSON.stringify(session));
  await expect(other.getByRole("tab", { name: "Portfolio" })).toBeVisible();
  await expect(other.getByRole("tab", { name: "My Jobs" })).toHaveCount(0);
  await context.close();
});

test("two devices agree, and text typed into the profile survives a session that ends", async ({
  browser,
}) => {
  await test.step("two devices agree: an ended session and a changed name are shown on return", async () => {
    const { context, page, email } = await member(browser, "client");
    const db = await publicClient();
    const { data } = await db.auth.signInWithPassword({ email, password: PASSWORD });
    if (!data.session) throw new Error("No session");
    const phone = await browser.newContext({ storageState: signedInState(data.session) });
    const there = await phone.newPage();
    await open(there, "/profile");
    await open(page, "/account");
    await page.getByRole("button", { name: "Change your name" }).click();
    await page.getByLabel("First name").fill("Augusta");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Profile updated")).toBeVisible();
    await returnTo(there);
    await expect(there.getByRole("heading", { name: "Augusta King Lovelace" })).toBeVisible();

    await open(page, "/account?tab=security");
    const devices = page.getByRole("list", { name: "Signed-in devices" }).getByRole("listitem");
    await expect(devices).toHaveCount(2);
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expect(devices).toHaveCount(1);
    await returnTo(there);
    await expect(there.getByRole("dialog", { name: "Log in to continue" })).toBeVisible();

    // A new password ends the other's session too, and the list says so.
    await db.auth.signInWithPassword({ email, password: PASSWORD });
    await open(page, "/account?tab=security");
    await expect(devices).toHaveCount(2);
    const password = `${PASSWORD} and cart`;
    await page.getByRole("button", { name: "Change your password" }).click();
    const form = page.getByRole("region", { name: "Password", exact: true });
    await form.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(devices).toHaveCount(1);

    await db.auth.signInWithPassword({ email, password });
    expect((await db.auth.getUser()).error).toBeNull();
    await page.getByRole("button", { name: "Log out of all devices" }).click();
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await expect(page).toHaveURL("/");
    expect((await db.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    await Promise.all([context.close(), phone.close()]);
  });

  await test.step("text typed into the profile survives a session that ends, and is deleted at a sign-out", async () => {
    const { context, page, email } = await member(browser, "client");
    await open(page, "/account");
    await page.getByRole("button", { name: "Add what people read about you" }).click();
    await page.getByLabel("About").fill("Half a life's story");
    await page.evaluate(async () => {
      // Another device ends every session of this account.
      const stored = JSON.parse(localStorage.getItem("solutionz-session") ?? "{}");
      await fetch("/auth/v1/logout?scope=global", {
        method: "POST",
        headers: { authorization: `Bearer ${stored.access_token}` },
      });
    });
    await returnTo(page);
    const again = page.getByRole("dialog", { name: "Log in to continue" });
    await again.getByRole("button", { name: "Log in another way" }).click();
    await expect(page.getByText("Please log in to access account settings.")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/account");
    await expect(page.getByLabel("About")).toHaveValue("Half a life's story");
    await expect(page.getByLabel("About")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    const drafts = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")),
    );
    expect(drafts).toEqual([]);
    await context.close();
  });
});
