import type { Page } from "@playwright/test";
import { expect, fillLogin, open, test } from "#tests/e2e/site.ts";
import { account, enter, member, PASSWORD } from "./accounts.ts";

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
  await fillLogin(other, { email, password: PASSWORD });
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
});

test("two devices agree: an ended session and a changed name are shown on return", async ({
  browser,
}) => {
  const { page, email } = await member(browser, "client");
  const there = await enter(browser, { email, password: PASSWORD });
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
});
