import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, logInAs, open, test } from "#tests/e2e/site.ts";
import { member } from "./accounts.ts";

test("a forgotten password is replaced by a link that works once", async ({
  page,
  browser,
  faults,
}) => {
  const { context, email } = await member(browser, "client");
  await open(page, "/forgot-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText("Reset email sent").first()).toBeVisible();
  const link = linkIn(await mailTo(page.request, email, /reset/i), "/reset-password");

  await open(page, link);
  await page.getByLabel("New password", { exact: true }).fill("five5");
  await page.getByLabel("Confirm new password").fill("other");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("sixsix");
  await page.getByLabel("Confirm new password").fill("sixsix");
  // The link is good and the service fails: the same press, later, still sets the password.
  await page.route("**/auth/v1/user*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 422, json: { code: 422, msg: "Not today" } })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(
    page.getByText("Failed to update password. Please try again.").first(),
  ).toBeVisible();
  faults.splice(0);
  await page.unroute("**/auth/v1/user*");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await logInAs(page, email, "sixsix", "Solutionz Seeker");
  await expect(page).toHaveURL("/directory");

  const again = await context.newPage();
  await open(again, link);
  await again.getByLabel("New password", { exact: true }).fill("another1");
  await again.getByLabel("Confirm new password").fill("another1");
  await again.getByRole("button", { name: "Update password" }).click();
  await expect(again.getByText("This link has expired or was already used.")).toBeVisible();
  await context.close();
});
