import { member } from "#tests/e2e/accounts/accounts.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";

test("a provider claims the free year with one press, and then reads until when it is free", async ({
  browser,
}) => {
  const { context, page } = await member(browser, "provider");
  const freeYearsInPublic = async () => {
    const html = await (await page.request.get("/signup?type=provider")).text();
    return Number(/(\d+) free places left/.exec(html)?.[1]);
  };
  const before = await freeYearsInPublic();
  expect(before).toBeGreaterThan(0);
  // The way there: a contact that they wanted, which the list offers only to members.
  await open(page, "/job-directory");
  await expect(page.getByText("Upgrade to see contact details")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reveal Contact" })).toHaveCount(0);
  await page.getByRole("main").getByRole("heading", { level: 2 }).first().getByRole("link").click();
  await page.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(page.getByText("Subscription required")).toBeVisible();
  const job = new URL(page.url());
  await page.getByRole("button", { name: "Activate Membership" }).click();
  await expect(page).toHaveURL("/membership");
  await expect(page.getByText(/^\d+ free places left\.$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your card in search" })).toBeVisible();
  // A picture of the card: nothing in it can be pressed or reached.
  const pictured = page.getByRole("link", { name: "View Profile of" });
  await pictured.focus();
  await expect(pictured).not.toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Claim my free year" }).click();
  await expect(page.getByText("Coupon applied!")).toBeVisible();
  expect(await page.getByText("Payment successful").count()).toBe(0);
  await expect(page).toHaveURL(`/job-directory?job=${job.searchParams.get("job")}`);
  await page.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(page.getByText("Contact information revealed")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Email .+@/ })).toBeVisible();
  // Also where the page was cached.
  expect(await freeYearsInPublic()).toBeLessThan(before);

  await open(page, "/membership");
  await expect(page.getByText(/^Free until \d{1,2}\s\w{3}\s\d{4}$/)).toBeVisible();
  await expect(page.getByText(/only if you choose a plan/)).toBeVisible();
  await expect(page.getByText(/Your membership costs/)).toHaveCount(0);
  // There is nothing to manage until a plan is chosen.
  await expect(page.getByRole("link", { name: "Manage Subscription" })).toHaveCount(0);
  await expectAccessible(page);

  // The plan for afterwards: chosen, cancelled in front of the payment provider, chosen again, cancelled.
  const choose = async (plan: RegExp, press: RegExp) => {
    await page.getByRole("button", { name: "Choose a plan" }).click();
    await expect(page.getByRole("heading", { name: "Choose a plan" })).toBeFocused();
    await page.getByRole("radio", { name: plan }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Start this plan on/ }).click();
    await expect(page.getByText("Nothing is charged today.")).toBeVisible();
    await page.getByRole("button", { name: press }).click();
  };
  await choose(/Yearly/, /Cancel/);
  await expect(page.getByText("Payment canceled")).toBeVisible();
  await choose(/Monthly/, /^Start on/);
  await expect(page.getByText("You've chosen a plan")).toBeVisible();
  await expect(page.getByText(/^Then £2\.99 a month\. You won't be charged before/)).toBeVisible();
  await expect(page.getByText(/^Free until \d{1,2}\s\w{3}\s\d{4}$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a plan" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Manage Subscription" })).toBeVisible();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await layoutFaults(page, "main")).toEqual([]);
    await expectAccessible(page);
  }
  await open(page, "/account?tab=payments");
  await page.getByRole("button", { name: "Switch to the Annual Plan" }).click();
  await expect(page.getByText(/^Nothing is charged before .* From then on you pay/)).toBeVisible();
  await page.getByRole("button", { name: "Switch for £20.00 a year" }).click();
  await expect(page.getByText("You're now on the Annual Plan")).toBeVisible();
  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("button", { name: "Cancel Membership", exact: true }).click();
  await expect(page.getByText("Will not renew", { exact: true })).toBeVisible();
  await open(page, "/membership");
  await expect(page.getByText(/You cancelled your next plan/)).toBeVisible();
  await context.close();
});
