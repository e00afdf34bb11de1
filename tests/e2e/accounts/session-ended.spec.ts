import type { Page } from "@playwright/test";
import { postJob } from "#tests/e2e/jobs/jobs.ts";
import { hold } from "#tests/e2e/scripts.ts";
import { expect, open, test } from "#tests/e2e/site.ts";
import {
  clientOf,
  endSessions,
  member,
  PASSWORD,
  payingMember,
  publicClient,
  signIn,
} from "./accounts.ts";

const again = (page: Page) => page.getByRole("dialog", { name: "Log in to continue" });

const logInAgain = async (page: Page, password = PASSWORD) => {
  await again(page).getByLabel("Password", { exact: true }).fill(password);
  await again(page).getByRole("button", { name: "Log in", exact: true }).click();
};

test("what an ended session refuses is done after logging in again in place", async ({
  browser,
}) => {
  await test.step("a profile that is saved in an ended session is saved after logging in again in place", async () => {
    const { page, email, session } = await member(browser, "client");
    await open(page, "/account");
    await page.getByRole("button", { name: "Add what people read about you" }).click();
    await page.getByLabel("About").fill("Written before the session ended");
    await endSessions({ email });
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(again(page)).toBeVisible();
    await expect(page.getByText("Profile updated")).toHaveCount(0);
    // Whoever does not log in keeps the page, and is asked at the next write.
    await again(page).getByRole("button", { name: "Close" }).click();
    await expect(again(page)).toHaveCount(0);
    await expect(page.getByLabel("About")).toHaveValue("Written before the session ended");
    await expect(page.getByText("Update failed")).toBeVisible();
    await expect(
      page.getByText("Your session has ended. Log in to save your changes."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(again(page).getByLabel("Email")).toHaveValue(email);
    await logInAgain(page, "not this one");
    await expect(again(page).getByText("Invalid login credentials")).toBeVisible();
    await logInAgain(page);
    await expect(page.getByText("Profile updated")).toBeVisible();
    await expect(page.getByText("Log in to save your changes.")).toHaveCount(0);
    await expect(page).toHaveURL("/account");
    const { db } = await signIn({ email });
    const { data } = await db.from("profiles").select("bio").eq("id", session.user.id).single();
    expect(data?.bio).toBe("Written before the session ended");
  });

  await test.step("a download and a list that an ended session cannot load do load after logging in again", async () => {
    const { page, email, session } = await member(browser, "client");
    const db = await clientOf(session);
    const posted = await postJob(db, session.user.id, { title: "Hang a door" });
    const theirs = await clientOf((await payingMember(browser)).session);
    const [, job_id] = posted.split("=");
    await theirs.rpc("reveal_job_contact", { job_id }).throwOnError();
    await open(page, "/profile?tab=my-jobs");
    await endSessions({ email });
    await page.getByRole("button", { name: /^Unlocked by 1/ }).click();
    await logInAgain(page);
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(1);

    await open(page, "/account?tab=security");
    await page.getByRole("button", { name: "Download my data" }).click();
    await endSessions({ email });
    await page
      .getByRole("dialog", { name: "Download my data" })
      .getByRole("button", { name: "Download", exact: true })
      .click();
    await logInAgain(page);
    await expect(page.getByText("Your data is ready")).toBeVisible();
  });
});

test("a page that an ended session may not read asks for a new login, and is then shown", async ({
  browser,
}) => {
  const { page, email } = await payingMember(browser);
  await open(page, "/dashboard");
  await endSessions({ email });
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Enquiries/ })
    .click();
  await expect(again(page)).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await logInAgain(page);
  await expect(page.getByText("No enquiries yet")).toBeVisible();

  // A public list continues as a visitor's until then.
  await open(page, "/job-directory");
  await endSessions({ email });
  await page.getByRole("main").getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/job-directory?page=2");
  await expect(again(page)).toBeVisible();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await logInAgain(page);
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Reveal/ }).first()).toBeVisible();

  // So does what was typed into a dialog, over which the login opens.
  await open(page, "/profile?tab=services");
  await page.getByRole("button", { name: "Add service" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a service" });
  await dialog.getByLabel("Service").fill("Repairs of engines");
  await endSessions({ email });
  await dialog.getByRole("button", { name: "Save service" }).click();
  await logInAgain(page);
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Repairs of engines")).toBeVisible();

  // Parts of a page that go on without what was refused ask too.
  await open(page, "/account");
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  const item = page.getByRole("menuitem", { name: "My Profile" });
  await expect(item).toBeVisible();
  await endSessions({ email });
  await item.click();
  await expect(again(page)).toBeVisible();

  // A page asks the server on load who is signed in.
  await open(page, "/profile");
  await expect(page).toHaveURL("/login?return=%2Fprofile");
  await open(page, "/directory");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
});

test("who signs out or leaves is signed out here at once, offline, on a slow line or refused by the server, and in the end at the service", async ({
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
    await expect(
      page.getByText("We'll finish signing you out when you're back online."),
    ).toBeVisible();
    await expect(page.getByText("Sign out failed")).toHaveCount(0);
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
  });

  await test.step("a sign-out that the server refused is finished after a reload", async () => {
    const { page, session } = await member(browser, "client");
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
  });

  await test.step("nobody who signs out on a slow line reads that their session has ended", async () => {
    const { page } = await member(browser, "client");
    await open(page, "/account");
    await page.waitForLoadState("networkidle");
    const release = await hold(page, /\.data|\/assets\/home/);
    await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("You have been signed out of your account.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "You have been signed out" })).toBeVisible();
    expect(await page.getByText(ENDED).count()).toBe(0);
    release();
    await expect(page).toHaveURL("/");
  });

  await test.step("a request for deletion asks nobody to log in again, however slow its response is", async () => {
    const { page } = await member(browser, "client");
    await open(page, "/account?tab=security");
    const [scheduled, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/functions/v1/delete-account", async (route) => {
      const response = await route.fetch();
      if (route.request().method() === "POST") {
        scheduled.resolve();
        await released.promise;
      }
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: "Delete account" }).click();
    await page.getByLabel("Type DELETE to confirm").fill("DELETE");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await scheduled.promise;
    // What the page does when its tab is shown again.
    const refused = page.waitForResponse(/\/auth\/v1\/user/);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    expect((await refused).ok()).toBe(false);
    await expect(page.getByRole("heading", { name: "You have been signed out" })).toBeVisible();
    expect(await page.getByText(ENDED).count()).toBe(0);
    expect(await again(page).count()).toBe(0);
    released.resolve();
    await expect(page.getByText("Account deletion requested")).toBeVisible();
    await expect(page).toHaveURL("/");
  });
});

const ENDED = "Your session has ended.";
