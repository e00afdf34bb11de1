import type { Page } from "@playwright/test";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { refusing } from "#tests/e2e/refusing.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";
import { fillSignUp, freshAddress, member, PASSWORD } from "./accounts.ts";

const expectMessage = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible();

const NETWORK_ISSUE = "Network issue: please check your connection and try again.";

test("a visitor's forms without a connection, or with a fault of ours, say so and lose nothing that was typed", async ({
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
  await expectMessage(page, NETWORK_ISSUE);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  // The network is back: the same press calls the server, without reloading the page.
  await context.setOffline(false);
  await press.click();
  await expectMessage(page, "Invalid login credentials");
  await page.route("**/auth/v1/**", (route) =>
    route.fulfill({ status: 504, contentType: "text/html", body: "<h1>Gateway Timeout</h1>" }),
  );
  await press.click();
  const problem = page.getByRole("group", { name: "There is a problem" });
  await expect(problem).toContainText(OUR_FAULT);
  await page.unroute("**/auth/v1/**");

  await open(page, "/signup");
  const email = freshAddress("cut");
  await fillSignUp(page, email, "client");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Create account" }).click();
  await expectMessage(page, NETWORK_ISSUE);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await context.setOffline(false);

  faults.splice(0);
});

test("an account that cannot be read keeps its page and is read again, and settings show each failure and keep the form", async ({
  browser,
  faults,
}) => {
  const { page } = await member(browser, "provider");
  const again = page.getByRole("button", { name: "Try again" });
  const heading = page.getByRole("heading", { name: "Your account could not be loaded" });
  await open(page, "/");
  await expect(page.getByRole("button", { name: /^Account menu of / })).toBeVisible();
  await refusing(page, "profiles", async () => {
    await open(page, "/profile");
    await again.click();
    await expect(heading).toBeVisible();
    // This browser remembers whose account it is: nothing is offered that is not for them.
    await expect(page.getByRole("link", { name: "Become a Provider" })).toHaveCount(0);
    await expectAccessible(page);
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

  await open(page, "/account");
  await page.getByRole("button", { name: "Add what people read about you" }).click();
  await page.getByLabel("About").fill("Kept");
  await refusing(page, "profiles", async () => {
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectMessage(page, "Failed to update profile.");
    await expect(page.getByLabel("About")).toHaveValue("Kept");
  });
  await open(page, "/account?tab=security");
  await page.route("**/auth/v1/logout*", (route) => route.abort());
  // Everywhere needs the server: nothing has changed, and the spec's words are true.
  await page.getByRole("button", { name: "Log out of all devices" }).click();
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expectMessage(page, "There was an error signing out. Please try again.");
  await expect(page).toHaveURL(/\/account/);
  faults.splice(0);
});
