import { clientOf, enter, member } from "#tests/e2e/accounts/accounts.ts";
import { postJob } from "#tests/e2e/jobs/jobs.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { expect, open, SAMPLE, test } from "#tests/e2e/site.ts";

const mark = Date.now().toString(36);
const business = `Bright Sparks ${mark}`;
const job = `Rewire the cellar ${mark}`;
const review = `Lights at last ${mark}`;

test("the marketplace's main road, walked by everybody who meets on it", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const [provider, client] = await Promise.all([
    member(browser, "provider", business),
    member(browser, "client"),
  ]);
  await test.step("a provider redeems FIRST100, and only then is in the directory", async () => {
    const { page } = provider;
    await open(page, `/directory?service=${encodeURIComponent(business)}`);
    await expect(page.getByText(/No professionals match your current filters/)).toBeVisible();

    await open(page, "/membership");
    await expect(page.getByText(/^\d+ free places left\.$/)).toBeVisible();
    await page.getByText("Have a coupon code?").click();
    await page.getByLabel("Coupon code").fill("wrong");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Invalid coupon code")).toBeVisible();
    await page.getByLabel("Coupon code").fill("first100");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Coupon applied!")).toBeVisible();
    await page.getByRole("button", { name: "Activate Free Membership" }).click();
    await expect(page.getByText("Your free membership has started.")).toBeVisible();
    await expect(page).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { name: business })).toBeVisible();

    await open(page, `/directory?service=${encodeURIComponent(business)}`);
    await expect(page.getByText("Showing 1 of 1 professionals")).toBeVisible();
  });

  await test.step("an unsubscribed provider cannot get the contact, a member reveals it", async () => {
    const { session } = client;
    const contact = { title: job, contact_phone: "07700 900123" };
    await postJob(await clientOf(session), session.user.id, contact);
    const outsider = await enter(browser, SAMPLE.provider);
    await open(outsider, "/job-directory");
    await expect(outsider.getByText("Upgrade to see contact details")).toBeVisible();
    expect(await outsider.content()).not.toContain("07700 900123");

    const { page } = provider;
    await open(page, "/job-directory");
    const card = page.locator("[id^=job-]").filter({ hasText: job });
    await card.getByRole("button", { name: "Reveal Contact" }).click();
    await expect(page.getByText("Contact information revealed")).toBeVisible();
    await expect(card.getByText("07700 900123")).toBeVisible();
  });

  await test.step("the client sees who unlocked the contact, and leaves feedback once", async () => {
    const { page } = client;
    await open(page, "/profile?tab=my-jobs");
    await page.getByRole("tab", { name: "My Jobs" }).click();
    await page
      .getByRole("button", { name: /unlocked/i })
      .first()
      .click();
    await expect(page.getByRole("dialog").getByText(business)).toBeVisible();

    await open(page, `/directory?service=${encodeURIComponent(business)}`);
    await page.getByRole("link", { name: /View Profile/ }).click();
    await page.getByRole("link", { name: "Leave Feedback" }).click();
    await page.locator("label").filter({ hasText: "4 stars" }).click();
    await page.getByLabel("Title").fill(review);
    await page.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(page.getByText("Your feedback has been published.")).toBeVisible();
    await expect(page.getByRole("heading", { name: review })).toBeVisible();
    await expect(page.getByText("Thank you for your feedback").first()).toBeVisible();
    // Others can report it, its author cannot.
    await expect(page.getByRole("button", { name: `Report feedback “${review}”` })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add Feedback" })).toHaveCount(0);
  });

  await test.step("the provider is notified by mail, and replies", async () => {
    const { page } = provider;
    const mail = await mailTo(page.request, provider.email, /new feedback/);
    expect(mail).toContain(review);
    await open(page, "/directory/me");
    await page
      .getByRole("navigation", { name: /^About/ })
      .getByText("Feedback")
      .click();
    const item = page.getByRole("article").filter({ hasText: review });
    await item.getByRole("button", { name: "Reply" }).click();
    await item.getByLabel(/Your reply/).fill("Thank you, Cleo.");
    await item.getByRole("button", { name: "Send reply" }).click();
    await expect(item.getByText("Thank you, Cleo.")).toBeVisible();
    expect(await mailTo(page.request, client.email, /replied to your feedback/)).toContain(review);
  });

  await test.step("the first admin is made once, and approves feedback", async () => {
    await open(page, "/admin-signup");
    await page.getByLabel("Username").fill("boss");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByLabel("Confirm password").fill("correct horse battery");
    await page.getByRole("button", { name: /create/i }).click();
    await expect(page).toHaveURL("/admin-login");
    await open(page, "/admin-signup");
    await expect(
      page.getByText("An admin account already exists. Please proceed to login."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Go to admin login" }).click();
    await page.getByLabel("Username").fill(" Boss ");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: /log in|sign in/i }).click();
    await expect(page).toHaveURL("/admin/dashboard");
    await open(page, `/admin/feedback?q=${encodeURIComponent(review)}`);
    const item = page.getByRole("listitem").filter({ hasText: review });
    await item.getByRole("button", { name: "Approve" }).click();
    await expect(item.getByText("Approved")).toBeVisible();
  });
});
