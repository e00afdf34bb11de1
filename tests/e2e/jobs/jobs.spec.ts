import { enter, signIn } from "#tests/e2e/accounts/accounts.ts";
import { listen, timesAnnounced } from "#tests/e2e/announcements.ts";
import {
  expect,
  expectAccessible,
  fillLogin,
  open,
  reload,
  SAMPLE,
  siteUrl,
  test,
} from "#tests/e2e/site.ts";
import { describeJob, postJob } from "./jobs.ts";

const mark = Date.now().toString(36);
const title = `Mend the weathervane ${mark}`;
const SECRET = `secret-${mark}@jobs.example`;

test("the budget is chosen by keys, filters are in the address, and Reset takes them away with what was typed", async ({
  page,
}) => {
  await open(page, "/job-directory");
  const total = page.getByText(/^\d+ jobs? found$/);
  const all = await total.textContent();
  await page.getByRole("button", { name: "Budget" }).click();
  const popover = page.getByRole("dialog");
  await popover.getByLabel("Budget type").selectOption("hourly");
  const to = popover.getByRole("slider").last();
  await expect(to).toHaveValue("5000");
  await to.press("ArrowLeft");
  await expect(to).toHaveValue("4900");
  await expectAccessible(page);
  await popover.getByRole("button", { name: "Apply Filters" }).click();
  await expect(page).toHaveURL("/job-directory?budgetType=hourly&minBudget=0&maxBudget=4900");
  await expect(total).not.toHaveText(all ?? "");
  await page.getByRole("button", { name: /^Remove Budget: Hourly rate/ }).click();
  await expect(page).toHaveURL("/job-directory");

  await open(page, "/job-directory?location=Leeds&category=IT&budgetType=fixed&minBudget=100");
  await page.getByLabel("Location", { exact: true }).fill("typed, not applied");
  await page.getByRole("button", { name: /^Budget/ }).click();
  await popover.getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL("/job-directory");
  await expect(total).toHaveText(all ?? "");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("");
});

test("a job is previewed, posted, edited, closed and reopened; a member reveals it, and new jobs appear live", async ({
  page,
  browser,
}) => {
  await test.step("a job is previewed, posted, edited, closed and reopened", async () => {
    await page.goto("/post-job?edit=1");
    await expect(page.getByText("Please sign in to post jobs.")).toBeVisible();
    await open(page, "/post-job");
    await expect(page.getByText("Sign in to post a job")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "log in" }).click();
    await expect(page).toHaveURL(/\/login\?return=\/post-job$/);
    await fillLogin(page, SAMPLE.client);
    await expect(page).toHaveURL("/post-job");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByText("Please select a category", { exact: true })).toBeVisible();
    await describeJob(page, title);
    await page.getByLabel("Location").fill(`Wick ${mark}`);
    await page.getByLabel("Budget").fill("£150-300");
    await page.getByLabel("Contact Email").fill(SECRET);
    await page.getByLabel("Contact Phone").fill("07700 900123");
    await expect(page.getByText("We understand this as £150 to £300.")).toBeVisible();
    // A reload loses nothing.
    await reload(page);
    await expect(page.getByLabel("Contact Email")).toHaveValue(SECRET);
    const preview = page.getByRole("heading", { name: "Check your job", exact: true });
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toBeFocused();
    // Back from the preview leads to the form with what was typed.
    await page.goBack();
    await expect(page).toHaveURL("/post-job");
    await expect(preview).toHaveCount(0);
    await expect(page.getByLabel("Job Title")).toHaveValue(title);
    await expect(page.getByLabel("Job Description")).toHaveValue("Oak, two metres.");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(preview).toBeFocused();
    await page.getByRole("button", { name: "Post Job" }).click();
    await expect(page.getByText("Job posted successfully")).toBeVisible();
    await expect(page).toHaveURL("/job-directory");
    await expect(page.getByRole("heading", { name: "Your job is live" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    // The message is shown once: the job may be gone later.
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Job Directory", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your job is live" })).toHaveCount(0);
    await page.getByRole("link", { name: title }).click();

    await page.getByRole("link", { name: "Edit Job" }).click();
    await expect(page.getByLabel("Contact Email")).toHaveValue(SECRET);
    await page.getByLabel("Job Title").fill(`${title} soon`);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Job updated")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: `${title} soon` })).toBeVisible();

    await open(page, "/profile?tab=my-jobs");
    await page.getByRole("button", { name: `Close ${title} soon` }).click();
    await expect(page.getByText("Job closed")).toBeVisible();
    // The control that was pressed is gone: the focus is on the page still.
    await expect(page.locator("#main :focus")).toBeVisible();
    await page.getByRole("button", { name: `Reopen ${title} soon` }).click();
    await expect(page.getByText("Job reopened")).toBeVisible();
  });

  await test.step("a member reveals the contact, and saves; new jobs appear live", async () => {
    const member = await enter(browser, SAMPLE.member);
    await open(member, `/job-directory?location=Wick ${mark}`);
    await listen(member);
    await member.getByRole("button", { name: "Reveal Contact" }).click();
    await expect(member.getByText("Contact information revealed")).toBeVisible();
    const contact = member.locator("address").filter({ hasText: SECRET });
    await expect(contact).toBeFocused();
    await expect(contact).toContainText("07700 900123");
    expect(await timesAnnounced(member, "Contact information revealed")).toBe(1);

    // A cached page is a visitor's, even when it is made for somebody who may see the contact.
    const token = await member.evaluate(
      () => JSON.parse(localStorage.getItem("solutionz-session") ?? "{}").access_token as string,
    );
    const headers = { authorization: `Bearer ${token}`, cookie: `sb-access-token=${token}` };
    for (const path of ["/job-directory", "/job-directory.data"]) {
      const address = `${siteUrl()}${path}?location=${encodeURIComponent(`Wick ${mark}`)}`;
      for (const response of [await fetch(address, { headers }), await fetch(address)])
        expect(await response.text(), path).not.toContain(SECRET);
    }

    // Typed letters find the provider's own category before one that begins with them too.
    await open(member, "/job-directory");
    const category = member.getByRole("search", { name: "Jobs" }).getByLabel("Category");
    await expect(category.locator("optgroup").first()).toHaveAttribute("label", "Your categories");
    await category.focus();
    await member.keyboard.type("Carp");
    await expect(member).toHaveURL(/category=[^&]*Carpentry/);

    await open(member, `/job-directory?location=Wick ${mark}`);
    const { db, session } = await signIn(SAMPLE.client);
    const newer = { title: `Another vane ${mark}`, location: `Wick ${mark}` };
    await postJob(db, session.user.id, newer);
    await member.getByRole("button", { name: "1 new job" }).click();
    await expect(member.getByRole("link", { name: `Another vane ${mark}` })).toBeVisible();
    await expect(member.getByRole("button", { name: "1 new job" })).toBeHidden();
  });
});
