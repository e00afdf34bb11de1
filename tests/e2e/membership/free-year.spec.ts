import { member } from "#tests/e2e/accounts/accounts.ts";
import { expect, open, test } from "#tests/e2e/site.ts";

test("a provider claims the free year with one press, and chooses, changes and cancels the plan for afterwards", async ({
  browser,
}) => {
  const { page } = await member(browser, "provider");
  // The way there: a contact that they wanted, which the list offers only to members.
  await open(page, "/job-directory");
  await page.getByRole("main").getByRole("heading", { level: 2 }).first().getByRole("link").click();
  await page.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(page.getByText("Subscription required")).toBeVisible();
  const job = new URL(page.url());
  await page.getByRole("button", { name: "Activate Membership" }).click();
  await expect(page).toHaveURL("/membership");
  // A picture of the card: nothing in it can be pressed or reached.
  const pictured = page.getByRole("link", { name: "View Profile of" });
  await pictured.focus();
  await expect(pictured).not.toBeFocused();
  await page.getByRole("button", { name: "Claim my free year" }).click();
  await expect(page.getByText("Coupon applied!")).toBeVisible();
  await expect(page).toHaveURL(`/job-directory?job=${job.searchParams.get("job")}`);
  await page.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(page.getByText("Contact information revealed")).toBeVisible();

  await open(page, "/membership");
  await expect(page.getByText(/^Free until \d{1,2}\s\w{3}\s\d{4}$/)).toBeVisible();
  // The plan for afterwards: chosen, cancelled in front of the payment provider, chosen again, cancelled.
  const choose = async (plan: RegExp, press: RegExp) => {
    await page.getByRole("button", { name: "Choose a plan" }).click();
    await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeFocused();
    await page.getByRole("radio", { name: plan }).check();
    await page.getByRole("button", { name: /^Start this plan on/ }).click();
    await expect(page.getByText("Nothing is charged today.")).toBeVisible();
    await page.getByRole("button", { name: press }).click();
  };
  await choose(/Yearly/, /Cancel/);
  await expect(page.getByText("Payment canceled")).toBeVisible();
  await choose(/Monthly/, /^Start on/);
  await expect(page.getByText("You've chosen a plan")).toBeVisible();
  await open(page, "/account?tab=payments");
  await page.getByRole("button", { name: "Switch to the Annual Plan" }).click();
  await expect(page.getByText(/^Nothing is charged before .* From then on you pay/)).toBeVisible();
  await page.getByRole("button", { name: "Switch for £20.00 a year" }).click();
  await expect(page.getByText("You're now on the Annual Plan")).toBeVisible();
  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("button", { name: "Cancel Membership", exact: true }).click();
  await expect(page.getByText("Will not renew", { exact: true })).toBeVisible();
});
