import type { Route } from "@playwright/test";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, logInAs, open, reload, test } from "#tests/e2e/site.ts";
import { freshAddress, member, PASSWORD } from "./accounts.ts";

test("settings change profile, password and e-mail, each after the current password", async ({
  browser,
}) => {
  const { context, page, email } = await member(browser, "client");
  await open(page, "/account");
  await page.getByRole("button", { name: "Change your name" }).click();
  await page.getByLabel("First name").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
  await page.getByLabel("First name").fill("Augusta");
  await page.getByRole("button", { name: "Add your links" }).click();
  await page.getByRole("textbox", { name: "Website" }).fill("engines.example");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeHidden();
  await expect(page.getByRole("button", { name: "Change your name" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await page.getByRole("button", { name: "Change your name" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Mistyped");
  await page.getByRole("button", { name: "Cancel changing your name" }).click();
  await expect(page.getByText("Augusta", { exact: false }).first()).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("First name")).toHaveValue("Augusta");
  await page.getByRole("button", { name: "Change your links" }).click();
  await expect(page.getByRole("textbox", { name: "Website" })).toHaveValue(
    "https://engines.example",
  );

  await page.getByRole("tab", { name: "Account Security" }).click();
  const password = page.getByRole("region", { name: "Password", exact: true });
  const address = page.getByRole("region", { name: "Email address" });
  const change = page.getByRole("button", { name: "Change your password" });
  await expect(password.getByLabel("Current password")).toBeHidden();
  await change.click();
  await expect(password.getByLabel("Current password")).toBeFocused();
  await password.getByLabel("Current password").fill("not this one");
  // Closing the form loses nothing.
  await page.getByRole("button", { name: "Close: Change your password" }).click();
  await expect(password.getByLabel("Current password")).toBeHidden();
  await change.click();
  await expect(password.getByLabel("Current password")).toHaveValue("not this one");
  await page.getByLabel("New password", { exact: true }).fill("new horse 8");
  await page.getByLabel("Confirm new password").fill("new horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New passwords don't match")).toBeVisible();
  await page.getByLabel("Confirm new password").fill("new horse 8");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Current password is incorrect").first()).toBeVisible();
  await password.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password updated")).toBeVisible();
  await expect(change).toBeFocused();
  await expect(password.getByLabel("Current password")).toBeHidden();

  const next = freshAddress("moved");
  await page.getByRole("button", { name: "Change your email address" }).click();
  await page.getByLabel("New email").fill("nobody");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("New email").fill(next);
  await address.getByLabel("Current password").fill("new horse 8");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(
    page.getByText("Email update initiated - check your new email to confirm"),
  ).toBeVisible();
  for (const [address, words] of [
    [email, "Thank you, this address is confirmed"],
    [next, "Your address is confirmed and you are signed in."],
  ] as const) {
    const mail = await mailTo(page.request, address, /new email/i);
    await open(page, linkIn(mail, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText(next)).toBeVisible();
  await context.close();
});

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a new profile picture shows at once, and a wrong file is refused", async ({ browser }) => {
  const { context, page } = await member(browser, "client");
  await open(page, "/account");
  const picker = page.locator("main input[type=file]");
  await picker.setInputFiles({
    name: "a.gif",
    mimeType: "image/gif",
    buffer: Buffer.from("GIF89a"),
  });
  await expect(page.getByText("Please upload a PNG, JPG, or JPEG image.")).toBeVisible();
  const large = Buffer.alloc(2 * 1024 * 1024 + 1);
  await picker.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: large });
  await expect(page.getByText("Please upload an image smaller than 2MB.")).toBeVisible();
  await expect(page.locator('main img[src*="/avatars/"]')).toHaveCount(0);
  await picker.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page.getByText("Profile picture updated successfully.")).toBeVisible();
  await expect(page.locator('main img[src*="/avatars/"]')).toBeVisible();
  await expect(page.locator('header img[src*="/avatars/"]').first()).toBeVisible();
  await context.close();
});

test("logging out of all devices ends the other device's session", async ({ browser }) => {
  const { context, page, email } = await member(browser, "client");
  const other = await browser.newContext();
  const there = await other.newPage();
  await open(there, "/login");
  await logInAs(there, email, PASSWORD, "Solutionz Seeker");
  await expect(there).toHaveURL("/directory");

  await open(page, "/account?tab=security");
  await page.getByRole("button", { name: "Log out of all devices" }).click();
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page).toHaveURL("/");
  const refreshed = await there.evaluate(async () => {
    const stored = JSON.parse(localStorage.getItem("solutionz-session") ?? "{}");
    const response = await fetch("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: stored.refresh_token }),
    });
    return response.status;
  });
  expect(refreshed).toBeGreaterThanOrEqual(400);
  await Promise.all([context.close(), other.close()]);
});

test("a paying member opens the portal, then cancels and keeps what is paid", async ({
  browser,
  faults,
}) => {
  const { context, page } = await member(browser, "provider");
  await open(page, "/account?tab=payments");
  await expect(page.getByRole("heading", { name: "Basic Plan" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Activate Membership" }).click();
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await page.getByRole("button", { name: /^pay/i }).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await expect(page).toHaveURL(/\/directory\//);

  await open(page, "/account?tab=payments");
  await expect(page.getByRole("heading", { name: "Annual Plan" })).toBeVisible();
  await expect(page.getByText(/^Renews in \d+ days$/)).toBeVisible();
  const manage = page.getByRole("button", { name: "Manage subscription" });
  for (const [status, json, words] of [
    [400, {}, "Failed to generate customer portal link"],
    [500, {}, OUR_FAULT],
    [200, {}, "No portal URL returned"],
  ] as const) {
    const failing = (route: Route) => route.fulfill({ status, json });
    await page.route("**/functions/v1/customer-portal", failing);
    await manage.click();
    await expect(page.getByText("Failed to open subscription management").first()).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await page.unroute("**/functions/v1/customer-portal", failing);
  }
  faults.splice(0);
  await manage.click();
  await expect(page).toHaveURL(/_test-checkout\/portal\//);

  await open(page, "/account?tab=payments");
  await page.getByRole("button", { name: "Cancel membership", exact: true }).click();
  await expect(page.getByText("Are you sure you want to cancel?")).toBeVisible();
  await page.getByRole("button", { name: "Keep My Membership" }).click();
  await expect(page.getByText(/^Renews in/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel membership", exact: true }).click();
  await page.route(
    "**/functions/v1/cancel-subscription",
    (route) => route.fulfill({ status: 400, json: {} }),
    { times: 1 },
  );
  const cancel = page.getByRole("button", { name: "Cancel Membership", exact: true }).last();
  await cancel.click();
  await expect(page.getByRole("alert").getByText("Failed to cancel subscription")).toBeVisible();
  faults.splice(0);
  await cancel.click();
  await expect(page.getByText("Subscription cancelled (will not renew)")).toBeVisible();
  await expect(page.getByText("Will not renew", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Expires in \d+ days$/)).toBeVisible();
  await context.close();
});
