import type { BrowserContext, Page } from "@playwright/test";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";
import { member, PASSWORD } from "./accounts.ts";

/** A device that keeps passkeys and unlocks itself, in Chromium (its WebAuthn domain). */
const withDevice = async (context: BrowserContext, page: Page) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () =>
    (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  const unlocks = (isUserVerified: boolean) =>
    cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { credentials, unlocks };
};

test("passkeys: added, named, used to log in, required again after a while, removed", async ({
  browser,
}) => {
  const { context, page, ...me } = await member(browser, "client");
  const device = await withDevice(context, page);
  await open(page, "/account?tab=security");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.getByRole("button", { name: "Add a passkey" }).click();
  const list = section.getByRole("list", { name: "Your passkeys" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByText(/Not used yet\./)).toBeVisible();
  await mailTo(page.request, me.email, /A passkey was added to your account/);
  // The device knows the account by a handle that says nothing of its owner.
  const [credential] = await device.credentials();
  expect(credential?.isResidentCredential).toBe(true);
  expect(Buffer.from(credential?.userHandle ?? "", "base64").toString()).toMatch(/^[0-9a-f-]{36}$/);

  await list.getByRole("button", { name: "Rename Passkey" }).click();
  const rename = page.getByRole("dialog", { name: "Rename your passkey" });
  await expectAccessible(page);
  await rename.getByLabel("Name").fill("Ada's phone");
  await rename.getByRole("button", { name: "Save name" }).click();
  await expect(list.getByText("Ada's phone")).toBeVisible();

  // Out, and in again by nothing but the device, to where one was stopped.
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await open(page, "/account?tab=security");
  await expect(page).toHaveURL(/\/login/);
  const button = page.getByRole("button", { name: "Use a passkey" });
  await device.unlocks(false);
  await button.click();
  await expect(page.getByText("Nothing was chosen on your device")).toBeVisible();
  await device.unlocks(true);
  await button.click();
  await expect(page).toHaveURL("/account?tab=security");
  await expect(list.getByText(/Last used /)).toBeVisible();

  // An hour later the session is not enough to take it away: whoever borrowed it must show who they are.
  await page.route(
    "**/auth/v1/passkeys/*",
    (route) =>
      route.fulfill({
        status: 400,
        headers: { "x-supabase-api-version": "2024-01-01" },
        json: { code: "reauthentication_needed", message: "Changing passkeys needs a sign-in" },
      }),
    { times: 1 },
  );
  await list.getByRole("button", { name: "Remove Ada's phone" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await proof.getByLabel("Current password").fill("wrong horse");
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof.getByText("That is not your current password.")).toBeVisible();
  await proof.getByLabel("Current password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof).toHaveCount(0);
  await expect(section.getByRole("listitem")).toHaveCount(0);
  await mailTo(page.request, me.email, /A passkey was removed from your account/);
});

test("a new password by a reset link shows what was added since the last proof", async ({
  browser,
}) => {
  const { context, page, email } = await member(browser, "client");
  await withDevice(context, page);
  await open(page, "/account?tab=security");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  // In a browser that knows nothing of the session, which goes on elsewhere.
  await page.evaluate(() => localStorage.clear());
  await open(page, "/reset-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  const mail = await mailTo(page.request, email, /Reset your password/);
  await open(page, linkIn(mail, "/reset-password"));
  await page.getByLabel("New password", { exact: true }).fill("yet another one");
  await page.getByLabel("Confirm new password").fill("yet another one");
  await page.getByRole("button", { name: "Update password" }).click();
  const recent = page.getByRole("region", { name: "Added since you last confirmed it's you" });
  await expect(recent.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await recent.getByRole("button", { name: "Remove Passkey" }).click();
  await expect(recent.getByRole("listitem")).toHaveCount(0);
  // The device keeps what the account has forgotten.
  await page.getByRole("button", { name: "Continue to login" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("That passkey is not known here.")).toBeVisible();
});
