import { enter } from "#tests/e2e/accounts/accounts.ts";
import { test as adminTest, giveFeedback } from "#tests/e2e/admin.ts";
import { expect, open, SAMPLE, test } from "#tests/e2e/site.ts";
import { speechOf } from "#tests/e2e/speech.ts";

test("a visitor searches, signs up, logs in and reports; a client writes, leaves feedback and posts; a provider chooses and answers", async ({
  page,
  browser,
}) => {
  /**
   * What a screen reader says in the ten main journeys, in its order: each change of a name, a role, a state or the order
   * shows here. After an intended one: `npm run test:e2e -- tests/e2e/site/speech.spec.ts --update-snapshots`.
   */
  await test.step("a visitor searches, signs up, logs in and reports a profile", async () => {
    await open(page, "/");
    expect.soft(await speechOf(page.getByRole("search"))).toMatchSnapshot("search.txt");

    await open(page, "/signup");
    const form = page.locator("main form").first();
    expect.soft(await speechOf(form)).toMatchSnapshot("sign-up.txt");

    await open(page, "/login");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
    expect.soft(await speechOf(form)).toMatchSnapshot("login.txt");

    await open(page, "/directory?service=Brackenfold");
    await page.getByRole("link", { name: /^View Profile/ }).click();
    await expect(page).toHaveURL(/\/directory\/[^/?]+$/);
    await open(page, `${new URL(page.url()).pathname}?action=contact`);
    const unnamed = page.locator("form").filter({ has: page.getByLabel("Your name") });
    expect.soft(await speechOf(unnamed)).toMatchSnapshot("start-enquiry.txt");
    await open(page, "/post-job");
    expect.soft(await speechOf(unnamed)).toMatchSnapshot("start-job.txt");
    await open(page, "/job-directory?location=Leeds");
    const alert = page.locator("form").filter({ hasText: "Email me" });
    expect.soft(await speechOf(alert)).toMatchSnapshot("job-alert.txt");
    await open(page, "/confirm?kind=job&token=nobody");
    expect.soft(await speechOf(page.getByRole("main"))).toMatchSnapshot("confirm.txt");

    await open(page, "/directory?service=Brackenfold");
    await page.getByRole("link", { name: /^View Profile/ }).click();
    await page.getByRole("button", { name: "Report Brackenfold Plumbing & Heating" }).click();
    expect.soft(await speechOf(page.getByRole("dialog"))).toMatchSnapshot("report.txt");
  });

  await test.step("a client writes to a professional, leaves feedback and posts a job", async () => {
    const page = await enter(browser, SAMPLE.client);
    await open(page, "/directory?service=Brackenfold");
    const path = await page.getByRole("link", { name: /^View Profile/ }).getAttribute("href");
    const formWith = (button: string) =>
      page.locator("form").filter({ has: page.getByRole("button", { name: button }) });

    // What only people who are logged in need is loaded after the form.
    const pictures = page.getByRole("button", { name: "Add pictures" });
    await open(page, `${path}?action=contact`);
    await expect(pictures).toBeVisible();
    expect.soft(await speechOf(formWith("Send enquiry"))).toMatchSnapshot("enquiry.txt");

    await open(page, `${path}?tab=feedback#leave-feedback`);
    expect.soft(await speechOf(formWith("Submit Feedback"))).toMatchSnapshot("feedback.txt");

    await open(page, "/post-job");
    await expect(pictures).toBeVisible();
    expect.soft(await speechOf(formWith("Preview"))).toMatchSnapshot("post-job.txt");
  });

  await test.step("a provider chooses a plan, and answers an enquiry", async () => {
    const page = await enter(browser, SAMPLE.provider);
    await open(page, "/membership");
    const plans = page.getByRole("region", { name: "Or choose a paid plan" });
    expect.soft(await speechOf(plans)).toMatchSnapshot("membership.txt");

    const member = await enter(browser, SAMPLE.member);
    await open(member, "/dashboard/enquiries");
    await member.getByRole("link", { name: /^An oak door/ }).click();
    await expect(member.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(member.getByRole("button", { name: "Add pictures" })).toBeVisible();
    // How many days the sample's messages are on depends on the hour.
    const day = "paragraph\ntime\n(day)\nend of time\nend of paragraph\n";
    const spoken = (await speechOf(member.getByRole("article"))).replaceAll(day, "");
    expect.soft(spoken).toMatchSnapshot("answer.txt");
  });
});

adminTest("an admin moderates feedback", async ({ admin: page, adminSite: { service } }) => {
  await service.from("feedback").delete().neq("title", "").throwOnError();
  const given = { title: "Clear as a bell", description: "Every word.", rating: 4 };
  await giveFeedback(service, "Sal Speech", [{ author_name: "Ann Nounce", ...given }]);
  await open(page, "/admin/feedback?state=pending");
  const list = page.getByRole("list").filter({ hasText: "Clear as a bell" });
  expect(await speechOf(list)).toMatchSnapshot("moderation.txt");
});
