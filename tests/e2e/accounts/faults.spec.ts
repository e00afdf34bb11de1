import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { startSite } from "#tests/e2e/process.ts";
import { refusing } from "#tests/e2e/refusing.ts";
import { test as base, expect, expectAccessibleInBoth, open } from "#tests/e2e/site.ts";
import {
  fillSignUp,
  freshAddress,
  member,
  PASSWORD,
  publicClient,
  signUpByForm,
} from "./accounts.ts";

/** A site whose mail server refuses every connection, and whose limits are this file's own. */
const test = base.extend<object, { mute: string }>({
  mute: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const dataDir = throwAwayFolder("mute-");
      const env = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Solutionz <hello@example.org>" };
      const site = await startSite(dataDir, { args: ["--empty"], ready: / is at /, env });
      await use(site.url);
      await site.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Responds to calls of this path with a fault, as a service behind the site would. */
const respond = async (page: Page, path: string, status: number, body: unknown) => {
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ status, json: body }));
};

const expectMessage = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible();

test("with the mail server down the account exists, and the mail can be requested again", async ({
  browser,
  mute,
  faults,
}) => {
  const context = await browser.newContext({ baseURL: mute });
  const page = await context.newPage();
  await signUpByForm(page, freshAddress("unsent"), "client");
  await expect(page.getByRole("heading", { name: "Account Created" })).toBeVisible();
  await expectMessage(page, "Failed to send email");
  await page.getByRole("button", { name: "Send Confirmation Email" }).click();
  // The service never says whose address it knows, so it takes this like any other.
  await expectMessage(page, "Confirmation email sent");
  await expectMessage(page, "Please check your inbox and spam folder.");
  await expectMessage(page, "Email sent");
  await expectMessage(page, "Confirmation email has been resent to your address.");
  await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
  expect(faults.splice(0).some((fault) => fault.includes("/auth/v1/signup"))).toBe(true);
  await context.close();
});

test("too many sign-ups show a message, and a countdown blocks the button for a minute", async ({
  page,
}) => {
  const email = freshAddress("again");
  const db = await publicClient();
  const data = { first_name: "Ada", account_type: "client" };
  const first = await db.auth.signUp({ email, password: PASSWORD, options: { data } });
  expect(first.error).toBeNull();
  await page.clock.install();
  await open(page, "/signup");
  await fillSignUp(page, email, "client");
  const press = page.getByRole("button", { name: "Create account" });
  await press.click();
  await expectMessage(page, "Too many signup attempts. Please try again later.");
  await expectMessage(page, /^Rate limit reached\. Please wait \d+ seconds before trying again\.$/);
  await expect(press).toBeDisabled();
  await expect(page.getByLabel("Full name")).toHaveValue("Ada King Lovelace");
  await page.clock.fastForward(61_000);
  await expect(press).toBeEnabled();
  await expect(page.getByText(/^Rate limit reached/)).toHaveCount(0);
});

/** The classes of a mail that could not be sent (spec 1 section 8), by the service's response. */
const RESEND = [
  [500, "535 5.7.8 Authentication failed", "Email delivery issue"],
  [429, "email rate limit exceeded", "Email rate limit exceeded"],
  [500, "Internal Server Error", "Server issue"],
  [422, "The connection was lost", "Network issue"],
  [422, "No such thing", "No such thing"],
] as const;

test("resending shows each class of failure in the spec's words", async ({ page, faults }) => {
  await page.clock.install();
  await open(page, "/confirm-email");
  await page.getByRole("button", { name: "Resend Confirmation Email" }).click();
  await expectMessage(page, "No email address");
  await expectMessage(page, "Please enter your email address first.");
  await page.getByRole("button", { name: "Try Logging In" }).click();
  await expectMessage(page, "Please try signing up again.");
  await expect(page).toHaveURL("/signup");

  await open(page, "/confirm-email");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.org");
  const press = page.getByRole("button", { name: /Confirmation Email$/ });
  for (const [status, msg, words] of RESEND) {
    await respond(page, "**/auth/v1/resend*", status, { code: status, msg });
    await press.click();
    await expect(page.getByRole("main").getByText(words)).toBeVisible();
    if (status === 429) {
      await expectMessage(page, /^Please wait \d+ seconds before requesting another email\.$/);
      await expect(press).toBeDisabled();
      await page.clock.fastForward(61_000);
    }
  }
  // The first of them has set the flag: the mail never went out.
  await expect(press).toHaveText("Send Confirmation Email");
  await page.unroute("**/auth/v1/resend*");
  await page.context().setOffline(true);
  await press.click();
  await expect(page.getByRole("main").getByText("Network issue")).toBeVisible();
  faults.splice(0);
});

test("a cut network shows a message, and loses nothing that was typed", async ({
  page,
  faults,
}) => {
  const context = page.context();
  await open(page, "/login");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  const press = page.getByRole("button", { name: "Log in" });
  await press.click();
  await expectMessage(page, "Login failed");
  await expectMessage(page, "Network issue: please check your connection and try again.");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  // The network is back: the same press calls the server, without reloading the page.
  await context.setOffline(false);
  await press.click();
  await expectMessage(page, "Invalid login credentials");

  await open(page, "/signup");
  const email = freshAddress("cut");
  await fillSignUp(page, email, "client");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Create account" }).click();
  await expectMessage(page, "Network issue: please check your connection and try again.");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await context.setOffline(false);

  await open(page, "/reset-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expectMessage(page, "Network issue: please check your connection and try again.");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  faults.splice(0);
});

test("settings show each failure in the spec's words and keep the form", async ({
  browser,
  faults,
}) => {
  const { context, page, session } = await member(browser, "provider");
  const refused = { message: "Not today", code: "22023" };
  await open(page, "/account");
  await page.getByRole("button", { name: "Add what people read about you" }).click();
  await page.getByLabel("About").fill("Kept");
  await respond(page, "**/rest/v1/profiles*", 400, refused);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectMessage(page, "Update failed");
  await expectMessage(page, "Failed to update profile.");
  await expect(page.getByLabel("About")).toHaveValue("Kept");
  await page.unroute("**/rest/v1/profiles*");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectMessage(page, "Profile updated");
  // A provider goes to see what others see of it.
  await expect(page).toHaveURL(`/directory/${session.user.id}`);
  await open(page, "/account");

  const picture = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
  await respond(page, "**/storage/v1/**", 400, refused);
  await page.locator("main input[type=file]").setInputFiles(picture);
  await expectMessage(page, "There was an error uploading your profile picture.");
  await page.unroute("**/storage/v1/**");
  await page.route("**/storage/v1/**", (route) => route.abort());
  await page.locator("main input[type=file]").setInputFiles(picture);
  await expectMessage(page, /^Network issue/);

  await page.getByRole("tab", { name: "Account Security" }).click();
  const password = page.getByRole("region", { name: "Password", exact: true });
  const address = page.getByRole("region", { name: "Email address" });
  await respond(page, "**/auth/v1/user*", 422, { code: 422, msg: "Not today" });
  await page.getByRole("button", { name: "Change your email address" }).click();
  await page.getByLabel("New email").fill("other@example.org");
  await address.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change email" }).click();
  await expectMessage(page, "Email change failed");
  await expectMessage(page, "Failed to update email.");
  await page.getByRole("button", { name: "Change your password" }).click();
  await password.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("another horse");
  await page.getByLabel("Confirm new password").fill("another horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectMessage(page, "Password change failed");
  await expectMessage(page, "Failed to update password.");
  await page.unroute("**/auth/v1/user*");

  await page.route("**/auth/v1/logout*", (route) => route.abort());
  // Everywhere needs the server: nothing has changed, and the spec's words are true.
  await page.getByRole("button", { name: "Log out of all devices" }).click();
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expectMessage(page, "There was an error signing out. Please try again.");
  await expect(page).toHaveURL(/\/account/);
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expectMessage(page, "You're signed out on this device.");
  await expectMessage(page, "We'll finish signing you out when you're back online.");
  faults.splice(0);
  await context.close();
});

test("the first admin's form checks both passwords, and reports each failure", async ({
  page,
  faults,
  mute,
}) => {
  await open(page, `${mute}/admin-signup`);
  await page.getByLabel("Username").fill("boss");
  await page.getByLabel("Password", { exact: true }).fill("seven77");
  await page.getByLabel("Confirm password").fill("other");
  await page.getByRole("button", { name: "Create admin account" }).click();
  await expect(page.getByText("Password must be at least 8 characters")).toBeVisible();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  const press = page.getByRole("button", { name: "Create admin account" });
  for (const [status, error, words] of [
    [409, "taken", "An admin account already exists. Please proceed to login."],
    [401, "no token", "Invalid or missing setup token. Please contact the site owner."],
    [403, "bad token", "Invalid or missing setup token. Please contact the site owner."],
    [400, "Words of the function", "Words of the function"],
    [422, "", "Failed to create admin"],
  ] as const) {
    await respond(page, "**/functions/v1/admin-setup", status, { error });
    await press.click();
    await expect(
      page.getByRole("group", { name: "There is a problem" }).getByText(words),
      String(status),
    ).toBeVisible();
  }
  await page.unroute("**/functions/v1/admin-setup");
  await page.context().setOffline(true);
  await press.click();
  await expectMessage(page, "Unexpected error. Please try again.");
  await expect(page.getByLabel("Username")).toHaveValue("boss");
  faults.splice(0);
});

test("an account that cannot be read shows a message, keeps its page, and is read again", async ({
  browser,
}) => {
  const { context, page } = await member(browser, "provider");
  const again = page.getByRole("button", { name: "Try again" });
  const heading = page.getByRole("heading", { name: "Your account could not be loaded" });
  await open(page, "/");
  await expect(page.getByRole("button", { name: /^Account menu of / })).toBeVisible();
  await refusing(page, "profiles", async () => {
    for (const path of ["/profile", "/dashboard", "/post-job", "/directory/me"]) {
      await open(page, path);
      await expect(heading, path).toBeVisible();
      await expect(again, path).toHaveCount(1);
      // This browser remembers whose account it is: nothing is offered that is not for them.
      await expect(page.getByRole("link", { name: "Become a Provider" }), path).toHaveCount(0);
    }
    await open(page, "/profile");
    await again.click();
    await expect(heading).toBeVisible();
    await expectAccessibleInBoth(page);
    // The settings say so themselves, and what does not need the profile stays in reach.
    await open(page, "/account?tab=security");
    await expect(page.getByRole("heading", { name: "Password", exact: true })).toBeVisible();
    await open(page, "/profile");
  });
  await again.click();
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole("tab").first()).toBeVisible();

  // What a page for everybody offers a member or a provider is missing, and it says so.
  await refusing(page, "subscribers", async () => {
    await open(page, "/directory");
    await expect(page.getByText("Your account could not be loaded")).toBeVisible();
    await expect(page.getByRole("link", { name: "Activate Membership" })).toHaveCount(0);
  });
  await again.click();
  await expect(page.getByRole("link", { name: "Activate Membership" })).toBeVisible();
  await expect(page.getByText("Your account could not be loaded")).toHaveCount(0);
  await context.close();
});
