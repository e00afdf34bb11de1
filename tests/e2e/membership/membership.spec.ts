import { member } from "#tests/e2e/accounts/accounts.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open, reload, test } from "#tests/e2e/site.ts";

const mark = Date.now().toString(36);
const business = `Many Years ${mark}`;

test("a membership is bought, moves to another plan, renews, is cancelled, lapses and is bought again", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { page, email } = await member(browser, "provider", business);
  const openTab = () => open(page, "/account?tab=payments");
  const receipts = () => page.getByRole("region", { name: "Receipts" }).getByRole("listitem");
  /** Presses a button of the test portal, and comes back. */
  const atThePortal = async (button: string) => {
    await openTab();
    await page.getByRole("button", { name: "Manage subscription" }).click();
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByText("Test mode, no money is taken")).toBeVisible();
    await page.getByRole("link", { name: /^Back to/ }).click();
    await expect(page).toHaveURL(/\/account\?tab=payments/);
    await reload(page);
  };
  /** One member's years: what the payment provider's portal skips is a year, or its end. */
  await test.step("begins with a payment, a receipt and a mail", async () => {
    await open(page, "/membership");
    await page.getByRole("radio", { name: /Monthly/ }).check();
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.getByRole("button", { name: /decline/i }).click();
    await expect(page).toHaveURL(/_test-checkout/);
    await page.getByRole("button", { name: "Pay £2.99" }).click();
    await expect(page.getByText("Payment successful")).toBeVisible();
    await expect(page.getByRole("heading", { name: business })).toBeVisible();
    await openTab();
    await expect(page.getByRole("heading", { name: "Monthly Plan" })).toBeVisible();
    await expect(receipts()).toHaveCount(1);
    const welcome = await mailTo(page.request, email, /membership is active/);
    expect(linkIn(welcome, "/account")).toBeTruthy();
  });

  await test.step("moves to the yearly plan, paid less what was left of the month", async () => {
    await openTab();
    await page.getByRole("button", { name: "Switch to the Annual Plan" }).click();
    await page.getByRole("button", { name: "Switch for £20.00 a year" }).click();
    await expect(page.getByText("You're now on the Annual Plan")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Annual Plan" })).toBeVisible();
    await expect(receipts()).toHaveCount(2);
  });

  await test.step("survives a renewal whose payment fails", async () => {
    await atThePortal("Skip to a renewal that fails");
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await mailTo(page.request, email, /did not go through/);
    await atThePortal("Pay what is late");
    await expect(receipts()).toHaveCount(3);
  });

  await test.step("is cancelled, kept, cancelled again, and lapses", async () => {
    await openTab();
    await page.getByRole("button", { name: "Cancel membership", exact: true }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep My Membership" }).click();
    await expect(page.getByText("Are you sure you want to cancel?")).toBeHidden();
    await page.getByRole("button", { name: "Cancel membership", exact: true }).click();
    await page.getByRole("button", { name: "Cancel Membership", exact: true }).click();
    await expect(page.getByText("Will not renew", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Keep My Membership" }).click();
    await expect(page.getByText("You've kept your membership")).toBeVisible();
    await atThePortal("Cancel at the end of the period");
    await atThePortal("Skip to the end");
    await expect(page.getByText(/Your membership ended on/)).toBeVisible();
    await open(page, `/directory?service=${encodeURIComponent(business)}`);
    await expect(page.getByText(/No professionals match your current filters/)).toBeVisible();
  });

  await test.step("can be bought again later, and pressing twice or going back buys nothing twice", async () => {
    await open(page, "/membership");
    await page.getByRole("button", { name: "Continue to Payment" }).dblclick();
    await page.getByRole("button", { name: "Pay £20.00" }).click();
    await expect(page.getByText("Payment successful")).toBeVisible();
    await expect(page.getByRole("heading", { name: business })).toBeVisible();
    await open(page, "/membership?success=true");
    await expect(page).toHaveURL(/\/directory\//);
    await openTab();
    await expect(receipts()).toHaveCount(4);
  });
});
