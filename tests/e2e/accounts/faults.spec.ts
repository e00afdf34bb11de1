import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { startSite } from "#tests/e2e/process.ts";
import { refusing } from "#tests/e2e/refusing.ts";
import { expect, expectAccessibleInBoth, open, test } from "#tests/e2e/site.ts";
import { fillSignUp, freshAddress, member, PASSWORD, signUpByForm } from "./accounts.ts";

/** Responds to calls of this path with a fault, as a service behind the site would. */
const respond = async (page: Page, path: string, status: number, body: unknown) => {
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ status, json: body }));
};

const expectMessage = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible();

test("on a new site without a mail server an account is made all the same, and the first admin's form reports each failure", async ({
  browser,
  faults,
}) => {
  const dataDir = throwAwayFolder("mute-");
  const env = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Solutionz <hello@example.org>" };
  const site = await startSite(dataDir, { args: ["--empty"], ready: / is at /, env });
  const context = await browser.newContext({ baseURL: site.url });
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

  await open(page, "/admin-signup");
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
  await context.setOffline(true);
  await press.click();
  await expectMessage(page, "Unexpected error. Please try again.");
  await expect(page.getByLabel("Username")).toHaveValue("boss");
  faults.splice(0);
  await context.close();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The classes of a mail that could not be sent (spec 1 section 8), by the service's response. */
const RESEND = [
  [500, "535 5.7.8 Authentication failed", "Email delivery issue"],
  [429, "email rate limit exceeded", "Email rate limit exceeded"],
  [500, "Internal Server Error", "Server issue"],
  [422, "The connection was lost", "Network issue"],
  [422, "No such thing", "No such thing"],
] as const;

test("a visitor's forms show each failure in the spec's words, and lose nothing that was typed", async ({
  page,
  faults,
  browser,
}) => {
  await test.step("a cut network shows a message, and loses nothing that was typed", async () => {
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
    await context.setOffline(false);
    faults.splice(0);
  });

  await test.step("a fault of ours blames nothing that was typed, in whatever words it comes", async () => {
    const problem = page.getByRole("group", { name: "There is a problem" });
    for (const { path, fields, press } of [
      { path: "/login", fields: ["Email", "Password"], press: "Log in" },
      { path: "/admin-login", fields: ["Username or email", "Password"], press: "Log in" },
      { path: "/reset-password", fields: ["Email"], press: "Send reset link" },
    ]) {
      await open(page, path);
      for (const field of fields)
        await page.getByLabel(field, { exact: true }).fill("ada@example.org");
      for (const fault of [
        { status: 500, json: { code: 500, msg: "Database error querying schema" } },
        { status: 503, body: "" },
        { status: 504, contentType: "text/html", body: "<h1>Gateway Timeout</h1>" },
      ]) {
        await page.route("**/auth/v1/**", (route) => route.fulfill(fault));
        await page.getByRole("button", { name: press, exact: true }).click();
        await expect(problem, `${path} ${fault.status}`).toContainText(OUR_FAULT);
        expect(await page.locator("body").innerText()).not.toMatch(/credentials|Failed to/i);
        await page.unroute("**/auth/v1/**");
      }
      for (const field of fields)
        await expect(page.getByLabel(field, { exact: true })).toHaveValue("ada@example.org");
    }
    faults.splice(0);
  });

  await test.step("resending shows each class of failure in the spec's words", async () => {
    const own = await browser.newContext();
    const page = await own.newPage();
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
    await own.close();
  });
});

test("an account that cannot be read keeps its page and is read again, and settings show each failure and keep the form", async ({
  browser,
  faults,
}) => {
  const { context, page, session } = await member(browser, "provider");
  const refused = { message: "Not today", code: "22023" };
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
