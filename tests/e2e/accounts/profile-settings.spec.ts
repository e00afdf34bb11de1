import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, open, reload, test } from "#tests/e2e/site.ts";
import { confirmEmail, freshAddress, member, PASSWORD } from "./accounts.ts";

test("settings change profile, password and e-mail, each after the current password", async ({
  browser,
}) => {
  const { page, email } = await member(browser, "client");
  await open(page, "/account");
  await page.locator("main input[type=file]").setInputFiles(png("a.png"));
  await expect(page.getByText("Profile picture updated successfully.")).toBeVisible();
  await expect(page.locator('header img[src*="/avatars/"]').first()).toBeVisible();

  await page.getByRole("button", { name: "Change your name" }).click();
  await page.getByLabel("First name").fill("Augusta");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeHidden();
  await expect(page.getByRole("button", { name: "Change your name" })).toBeFocused();
  await page.getByRole("button", { name: "Change your name" }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Mistyped");
  await page.getByRole("button", { name: "Cancel changing your name" }).click();
  await expect(page.getByText("Augusta", { exact: false }).first()).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("First name")).toHaveValue("Augusta");

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
    await confirmEmail(page, address, /new email/i);
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText(next)).toBeVisible();
});

test("a change of address is shown while it is pending, emailed again, and cancelled", async ({
  browser,
}) => {
  const { page, email } = await member(browser, "client");
  await open(page, "/account?tab=security");
  const address = page.getByRole("region", { name: "Email address" });
  await address.getByRole("button", { name: "Change your email address" }).click();
  const wanted = freshAddress("wanted");
  await address.getByLabel("New email").fill(wanted);
  await address.getByLabel("Current password").fill(PASSWORD);
  await address.getByRole("button", { name: "Change email" }).click();
  await expect(address.getByText(wanted)).toBeVisible();
  await page.reload();
  await expect(address.getByText(wanted)).toBeVisible();
  // The service finds the change by the address that the account has.
  const again = page.waitForRequest("**/auth/v1/resend**");
  await address.getByRole("button", { name: "Send the emails again" }).click();
  expect((await again).postDataJSON()).toMatchObject({ type: "email_change", email });
  await address.getByRole("button", { name: "Cancel the change" }).click();
  await expect(page.getByText("Email change cancelled")).toBeVisible();
  await expect(address.getByText(wanted)).toHaveCount(0);
});
