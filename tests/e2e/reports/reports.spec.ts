import { enterAsAdmin, subscribe } from "#tests/e2e/accounts/accounts.ts";
import { person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open, reload } from "#tests/e2e/site.ts";

const caseLink = (text: string): string => /https?:\/\/\S+\/reports\/\S+/.exec(text)?.[0] ?? "";

test("a visitor reports a profile, an admin decides, the visitor appeals", async ({
  page,
  browser,
  adminSite: { url: baseURL, service },
}) => {
  const provider = await person(service, "provider", "Rita Roof");
  await subscribe(service, provider.id);
  const reporter = "worried@people.example";

  await open(page, `/directory/${provider.id}`);
  await page.getByRole("button", { name: "Report Rita Roof Ltd" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is wrong?").selectOption("Something else");
  await dialog.getByLabel("Your email").fill(reporter);
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Please say what is wrong")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Details").fill("There is no such firm.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Thank you for your report")).toBeVisible();

  const admin = await enterAsAdmin(browser, baseURL);
  await open(admin, "/admin/reports");
  // The focus goes into the case, back to its line, and in again.
  const line = admin.getByRole("link", { name: /^Profile · R-\d+/ });
  const title = admin.getByRole("heading", { level: 1, name: "Rita Roof Ltd" });
  await line.press("Enter");
  await expect(title).toBeFocused();
  await admin.getByRole("link", { name: "All reports" }).press("Enter");
  await expect(line).toBeFocused();
  await line.press("Enter");
  await expect(title).toBeFocused();
  // What was typed is there after the page that it leads to.
  const remedy = admin.getByRole("link", { name: "Deactivate the account instead" });
  await admin.getByRole("radio", { name: /^Uphold/ }).check();
  await admin.getByLabel("Your reasons").fill("Half a");
  await remedy.click();
  await expect(admin.getByRole("row").filter({ hasText: provider.email })).toBeVisible();
  await admin.goBack();
  await expect(admin.getByRole("radio", { name: /^Uphold/ })).toBeChecked();
  await expect(admin.getByLabel("Your reasons")).toHaveValue("Half a");
  await admin.getByLabel("Do not uphold").check();
  // A typed decision outlasts the start of the review.
  await admin.getByLabel("Your reasons").fill("Half a thought");
  await admin.getByRole("button", { name: "Start review" }).click();
  await expect(admin.getByText("In review").first()).toBeVisible();
  await expect(admin.getByRole("heading", { name: "Decide", exact: true })).toBeFocused();
  await expect(admin.getByLabel("Do not uphold")).toBeChecked();
  await expect(admin.getByLabel("Your reasons")).toHaveValue("Half a thought");
  await admin.getByLabel("Your reasons").fill("");
  await admin.getByRole("button", { name: "Do not uphold" }).click();
  await expect(admin.getByText("Please give a reason")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByLabel("Your reasons").fill("The register of companies names it.");
  await admin.getByRole("button", { name: "Do not uphold" }).click();
  // In the place of the form is the way on.
  await expect(admin.locator(":focus")).toHaveText("Decided: not upheld");

  const outcome = await mailTo(page.request, reporter, /not upheld/, baseURL);
  expect(outcome).toContain("The register of companies names it.");
  await open(page, caseLink(outcome));
  await page.getByLabel("Why do you disagree?").fill("It was dissolved in May.");
  await page.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText("Our team will look at the case again")).toBeVisible();

  await reload(admin);
  await expect(admin.getByText("It was dissolved in May.")).toBeVisible();
  await admin.getByRole("radio", { name: /^Uphold/ }).check();
  const hide = admin.getByRole("checkbox", { name: "Hide this profile now" });
  await admin.getByRole("radio", { name: /^Do not uphold/ }).check();
  await expect(hide).toBeHidden();
  await admin.getByRole("radio", { name: /^Uphold/ }).check();
  await hide.check();
  await admin.getByLabel("Your reasons").fill("You are right.");
  await admin.getByRole("button", { name: "Uphold and hide it" }).click();
  await expect(admin.getByText("Case decided, profile hidden")).toBeVisible();
  expect((await page.request.get(`/directory/${provider.id}`)).status()).toBe(404);
});
