import type { Page } from "@playwright/test";
import { expect, open, test } from "#tests/e2e/site.ts";
import { member, PASSWORD, payingMember, publicClient } from "./accounts.ts";

/** Ends every session of somebody, as 'Log out of all devices' on another device does. */
const endSessions = async (email: string) => {
  const db = await publicClient();
  await db.auth.signInWithPassword({ email, password: PASSWORD });
  const { error } = await db.auth.signOut({ scope: "global" });
  expect(error).toBeNull();
};

const again = (page: Page) => page.getByRole("dialog", { name: "Log in to continue" });

const logInAgain = async (page: Page, password = PASSWORD) => {
  await again(page).getByLabel("Password", { exact: true }).fill(password);
  await again(page).getByRole("button", { name: "Log in", exact: true }).click();
};

test("a profile that is saved in an ended session is saved after logging in again in place", async ({
  browser,
}) => {
  const { context, page, email } = await member(browser, "client");
  await open(page, "/account");
  await page.getByRole("button", { name: "Add what people read about you" }).click();
  await page.getByLabel("About").fill("Written before the session ended");
  await endSessions(email);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(again(page)).toBeVisible();
  // Whoever does not log in keeps the page, and is asked at the next write.
  await again(page).getByRole("button", { name: "Close" }).click();
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByLabel("About")).toHaveValue("Written before the session ended");
  await expect(
    page.getByText("Your session has ended. Log in to save your changes."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(again(page).getByLabel("Email")).toHaveValue(email);
  await logInAgain(page, "not this one");
  await expect(again(page).getByText("Invalid login credentials")).toBeVisible();
  await logInAgain(page);
  await expect(page.getByText("Profile updated")).toBeVisible();
  await expect(page).toHaveURL("/account");
  await context.close();
});

test("a page that an ended session may not read asks for a new login, and is then shown", async ({
  browser,
}) => {
  const { context, page, email } = await payingMember(browser);
  await open(page, "/dashboard");
  await endSessions(email);
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Enquiries/ })
    .click();
  await expect(again(page)).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await logInAgain(page);
  await expect(page.getByText("No enquiries yet")).toBeVisible();

  // So does what was typed into a dialog, over which the login opens.
  await open(page, "/profile?tab=services");
  await page.getByRole("button", { name: "Add service" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a service" });
  await dialog.getByLabel("Service").fill("Repairs of engines");
  await endSessions(email);
  await dialog.getByRole("button", { name: "Save service" }).click();
  await logInAgain(page);
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Repairs of engines")).toBeVisible();

  // A page asks the server on load who is signed in.
  await endSessions(email);
  await open(page, "/profile");
  await expect(page).toHaveURL("/login?return=%2Fprofile");
  await open(page, "/directory");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
  await context.close();
});

test("who signs out is signed out here at once, offline or refused by the server, and in the end at the service", async ({
  browser,
  faults,
}) => {
  await test.step("signing out offline signs out here, says so, and ends the session when the network is back", async () => {
    const { context, page, session } = await member(browser, "client");
    await open(page, "/profile");
    // Signing out is one of the scripts that come after what the page shows.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole("button", { name: /^Account menu of/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page.getByText("You're signed out on this device.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "You have been signed out" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
    const db = await publicClient();
    expect((await db.auth.getUser(session.access_token)).error).toBeNull();
    const ended = page.waitForResponse("**/auth/v1/logout**");
    await context.setOffline(false);
    expect((await ended).ok()).toBe(true);
    expect((await db.auth.getUser(session.access_token)).data.user).toBeNull();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("solutionz-revocations")))
      .toBeNull();
    await context.close();
  });

  await test.step("a sign-out that the server refused is finished after a reload", async () => {
    const { context, page, session } = await member(browser, "client");
    await open(page, "/account");
    await page.getByRole("button", { name: "Add what people read about you" }).click();
    await page.getByLabel("About").fill("Half a life's story");
    await page.route("**/auth/v1/logout*", (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("You're signed out on this device.")).toBeVisible();
    await expect(page).toHaveURL("/");
    // What was typed is for nobody who comes after.
    const stored = await page.evaluate(() => Object.keys(sessionStorage));
    expect(stored.filter((key) => key.startsWith("draft:"))).toEqual([]);
    await page.unroute("**/auth/v1/logout*");
    const ended = page.waitForResponse("**/auth/v1/logout**");
    await page.reload();
    expect((await ended).ok()).toBe(true);
    const db = await publicClient();
    expect((await db.auth.getUser(session.access_token)).data.user).toBeNull();
    faults.splice(0);
    await context.close();
  });
});
