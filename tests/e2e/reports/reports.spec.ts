import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { refusing } from "#tests/e2e/refusing.ts";
import { expect, expectAccessible, open, reload } from "#tests/e2e/site.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

const caseLink = (text: string): string => /https?:\/\/\S+\/reports\/\S+/.exec(text)?.[0] ?? "";

test("a visitor reports a profile, an admin decides, the visitor appeals", async ({
  page,
  browser,
  baseURL,
  adminSite,
}) => {
  const provider = await person(adminSite.service, "provider", "Rita Roof");
  const { error } = await adminSite.service.from("subscribers").insert({
    user_id: provider.id,
    email: provider.email,
    subscribed: true,
    subscription_tier: "yearly",
    subscription_end: new Date(Date.now() + 86_400_000).toISOString(),
  });
  expect(error).toBeNull();
  const reporter = "worried@people.example";

  await open(page, `/directory/${provider.id}`);
  await page.getByRole("button", { name: "Report Rita Roof Ltd" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Please choose a reason")).toBeVisible();
  await dialog.getByLabel("What is wrong?").selectOption("Something else");
  await dialog.getByLabel("Your email").fill(reporter);
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Please say what is wrong")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Details").fill("There is no such firm.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Thank you for your report")).toBeVisible();
  const received = await mailTo(page.request, reporter, /We have your report R-\d+/, baseURL);
  await open(page, caseLink(received));
  await expect(page.getByText("There is no such firm.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Appeal" })).toHaveCount(0);

  const admin = await (await browser.newContext({ baseURL })).newPage();
  await logInAsAdmin(admin);
  await admin.getByRole("link", { name: /^\d+ Reports? (or|and) Appeals?$/ }).click();
  await expect(admin).toHaveURL("/admin/reports");
  await expect(admin.getByText("1 report", { exact: true })).toBeVisible();
  await expect(admin.getByRole("row").getByText(`by ${reporter}`)).toBeVisible();
  await expectAccessible(admin);
  // The focus goes into the case, back to its line, and in again.
  const line = admin.getByRole("link", { name: /^Profile · R-\d+/ });
  const title = admin.getByRole("heading", { level: 1, name: "Rita Roof Ltd" });
  await line.press("Enter");
  await expect(title).toBeFocused();
  await admin.getByRole("link", { name: "All reports" }).press("Enter");
  await expect(line).toBeFocused();
  await line.press("Enter");
  await expect(title).toBeFocused();
  const reported = admin.getByRole("region", { name: "The profile, as it is now" });
  await expect(reported.getByText("Rita Roof Ltd")).toBeVisible();
  await expect(reported.getByText("Other reports")).toBeVisible();
  // What was typed is there after the page that it leads to.
  const remedy = admin.getByRole("link", { name: "Deactivate the account instead" });
  await expect(remedy).toHaveCount(0);
  await admin.getByRole("radio", { name: /^Uphold/ }).check();
  await admin.getByLabel("Your reasons").fill("Half a");
  await remedy.click();
  await expect(admin.getByRole("row").filter({ hasText: provider.email })).toBeVisible();
  await admin.goBack();
  await expect(
    admin.getByText("We'll email your reasons to the reporter and, if upheld, to Rita Roof,"),
  ).toBeVisible();
  await expect(admin.getByRole("radio", { name: /^Uphold/ })).toBeChecked();
  await expect(admin.getByLabel("Your reasons")).toHaveValue("Half a");
  await admin.getByLabel("Do not uphold").check();
  // A typed decision outlasts the start of the review.
  await admin.getByLabel("Your reasons").fill("Half a thought");
  await admin.getByRole("button", { name: "Start review" }).click();
  await expect(admin.getByText("In review").first()).toBeVisible();
  await expect(admin.getByText("Review started")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "Decide", exact: true })).toBeFocused();
  await expect(admin.getByLabel("Do not uphold")).toBeChecked();
  await expect(admin.getByLabel("Your reasons")).toHaveValue("Half a thought");
  await refusing(admin, "provider_page", async () => {
    await reload(admin);
    await expect(reported.getByText("Failed to load what was reported")).toBeVisible();
    await expect(reported.getByRole("link", { name: "Open its page" })).toHaveCount(0);
  });
  await reported.getByRole("button", { name: "Try again" }).click();
  await expect(reported.getByText("Rita Roof Ltd")).toBeVisible();
  await admin.getByLabel("Your reasons").fill("");
  await admin.getByRole("button", { name: "Do not uphold" }).click();
  await expect(admin.getByText("Please give a reason")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByLabel("Your reasons").fill("The register of companies names it.");
  await admin.getByRole("button", { name: "Do not uphold" }).click();
  await expect(admin.getByText("Case decided")).toBeVisible();
  await expect(admin.getByText(/^Not upheld$/).first()).toBeVisible();
  // In the place of the form is the way on.
  await expect(admin.locator(":focus")).toHaveText("Decided: not upheld");
  await expect(
    admin.getByRole("link", { name: /^(Next case|See what is waiting|Back to the dashboard)$/ }),
  ).toBeInViewport();

  const outcome = await mailTo(page.request, reporter, /not upheld/, baseURL);
  expect(outcome).toContain("The register of companies names it.");
  await open(page, caseLink(outcome));
  await page.getByLabel("Why do you disagree?").fill("It was dissolved in May.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText("Our team will look at the case again")).toBeVisible();

  await reload(admin);
  await expect(admin.getByRole("heading", { name: "Decide the appeal" })).toBeVisible();
  await expect(admin.getByText("It was dissolved in May.")).toBeVisible();
  await admin.getByRole("radio", { name: /^Uphold/ }).check();
  const hide = admin.getByRole("checkbox", { name: "Hide this profile now" });
  await admin.getByRole("radio", { name: /^Do not uphold/ }).check();
  await expect(hide).toBeHidden();
  await admin.getByRole("radio", { name: /^Uphold/ }).check();
  await hide.check();
  await admin.getByLabel("Your reasons").fill("You are right.");
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Uphold and hide it" }).click();
  await expect(admin.getByText(/^Upheld$/).first()).toBeVisible();
  await expect(admin.getByText("Case decided, profile hidden")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "Visitors do not see it now" })).toBeVisible();
  expect(await mailTo(page.request, reporter, /: upheld/, baseURL)).toContain("final");
  expect(await mailTo(page.request, provider.email, /was upheld/, baseURL)).not.toContain(reporter);
  await admin.context().close();
  await open(page, "/reports/R-000001?key=nonsense");
  await expect(page.getByRole("heading", { name: "Report not found" })).toBeVisible();
});
