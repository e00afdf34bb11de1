import { mailTo } from "#tests/e2e/mailbox.ts";
import {
  expect,
  logIn,
  open,
  type Person,
  SAMPLE,
  signUp,
  siteUrl,
  test,
} from "#tests/e2e/site.ts";

/** The marketplace's main road, walked by everybody who meets on it. Each test goes on from the last. */
test.describe.configure({ mode: "serial" });

const mark = Date.now().toString(36);
const provider: Person & { name: string; business: string } = {
  type: "provider",
  email: `spark-${mark}@example.com`,
  password: "correct horse battery",
  name: "Ann Volt",
  business: `Bright Sparks ${mark}`,
};
const client: Person & { name: string } = {
  type: "client",
  email: `client-${mark}@example.com`,
  password: "correct horse battery",
  name: "Cleo Smith",
};
const job = `Rewire the cellar ${mark}`;
const review = `Lights at last ${mark}`;

test("a visitor searches, reads a profile with feedback, and reads jobs", async ({ page }) => {
  await open(page, "/");
  await page.getByLabel("What do you need?").fill("electrician");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/directory\?service=electrician/);
  await expect(page.getByText(/Showing \d+ of \d+ professionals/)).toBeVisible();
  await page
    .getByRole("link", { name: /View Profile/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "Browse Freelancers" })).toBeVisible();
  await page
    .getByRole("navigation", { name: /^About/ })
    .getByText("Feedback")
    .click();
  await expect(page.getByRole("heading", { name: "Feedback", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Job Directory" }).first().click();
  await expect(page.getByText(/\d+ jobs found/)).toBeVisible();
});

test("a provider signs up, redeems FIRST100, and only then is in the directory", async ({
  page,
}) => {
  await signUp(page, provider);
  await open(page, `/directory?service=${encodeURIComponent(provider.business)}`);
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
  await expect(page.getByRole("heading", { name: provider.business })).toBeVisible();

  await open(page, `/directory?service=${encodeURIComponent(provider.business)}`);
  await expect(page.getByText("Showing 1 of 1 professionals")).toBeVisible();
});

test("another provider pays on the test checkout, after declining once and cancelling once", async ({
  page,
}) => {
  const other = { ...provider, email: `pay-${mark}@example.com`, business: `Paying Ltd ${mark}` };
  await signUp(page, other);
  await open(page, "/membership");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(page.getByText("Test mode, no money is taken")).toBeVisible();
  await page.getByRole("button", { name: /decline/i }).click();
  await expect(page).toHaveURL(/_test-checkout/);
  await page.getByRole("button", { name: /cancel/i }).click();
  await expect(page).toHaveURL("/membership");
  await expect(page.getByText("Payment canceled")).toBeVisible();
  await open(page, "/membership");
  await page.getByRole("button", { name: "Continue to Payment" }).click();
  await page.getByRole("button", { name: /^pay/i }).click();
  await expect(page.getByText("Payment successful")).toBeVisible();
  await expect(page.getByRole("heading", { name: other.business })).toBeVisible();
});

test("a client signs up and posts a job, which then is in the job directory", async ({ page }) => {
  await signUp(page, client);
  await open(page, "/post-job");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.getByRole("link", { name: "You must select a service category for your job posting." }),
  ).toBeVisible();
  await page.getByLabel("Job Title").fill(job);
  await page.getByLabel("Job Description").fill("Two rooms, old wiring, no rush.");
  await page.getByLabel("Category").click();
  await page.getByLabel("Search categories").fill("electrician");
  await page.getByLabel("Electrician").check();
  await page.keyboard.press("Escape");
  await page.getByLabel("Budget").fill("£400-600");
  await page.getByLabel("Contact Phone").fill("07700 900123");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(page.getByText("Job posted successfully")).toBeVisible();
  await expect(page).toHaveURL("/job-directory");
  await expect(page.getByRole("heading", { name: job })).toBeVisible();
});

test("an unsubscribed provider cannot get the contact, a member reveals it", async ({
  browser,
}) => {
  const outsider = await (await browser.newContext({ baseURL: siteUrl() })).newPage();
  await logIn(outsider, SAMPLE.provider);
  await open(outsider, "/job-directory");
  await expect(outsider.getByText("Upgrade to see contact details")).toBeVisible();
  expect(await outsider.content()).not.toContain("07700 900123");
  const attempts = await outsider.evaluate(async () => {
    const stored = JSON.parse(localStorage.getItem("solutionz-session") ?? "{}");
    const key =
      document.querySelector<HTMLMetaElement>('meta[name="supabase-anon-key"]')?.content ?? "";
    const fetchText = async (path: string) => {
      const response = await fetch(path, {
        headers: { apikey: key, authorization: `Bearer ${stored.access_token}` },
      });
      return `${response.status} ${await response.text()}`;
    };
    const ids = JSON.parse((await fetchText("/rest/v1/jobs?select=id&limit=1")).slice(4));
    return Promise.all([
      fetchText("/rest/v1/jobs?select=contact_email,contact_phone"),
      fetchText("/rest/v1/jobs?select=id&contact_phone=like.07700*"),
      fetchText(`/rest/v1/rpc/reveal_job_contact?job_id=${ids[0].id}`),
    ]);
  });
  for (const response of attempts) {
    expect(response).toMatch(/^4\d\d /);
    expect(response).not.toContain("07700");
    expect(response).not.toContain("@");
  }
  await outsider.context().close();

  const page = await (await browser.newContext({ baseURL: siteUrl() })).newPage();
  await logIn(page, provider);
  await open(page, "/job-directory");
  const card = page.locator("[id^=job-]").filter({ hasText: job });
  await card.getByRole("button", { name: "Reveal Contact" }).click();
  await expect(page.getByText("Contact information revealed")).toBeVisible();
  await expect(card.getByText("07700 900123")).toBeVisible();
  await page.context().close();
});

test("the client sees who unlocked the contact, and leaves feedback once", async ({ page }) => {
  await logIn(page, client);
  await open(page, "/profile?tab=my-jobs");
  await page.getByRole("tab", { name: "My Jobs" }).click();
  await page
    .getByRole("button", { name: /unlocked/i })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText(provider.business)).toBeVisible();

  await open(page, `/directory?service=${encodeURIComponent(provider.business)}`);
  await page.getByRole("link", { name: /View Profile/ }).click();
  await page.getByRole("link", { name: "Leave Feedback" }).click();
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(page.getByRole("link", { name: "Please select a rating" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Title is required" })).toBeVisible();
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

test("the provider is notified by mail, replies once and edits the reply", async ({ page }) => {
  const mail = await mailTo(page.request, provider.email, /new feedback/);
  expect(mail).toContain(review);
  await logIn(page, provider);
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
  await item.getByRole("button", { name: "Edit reply" }).click();
  await item.getByLabel(/Your reply/).fill("Thank you, Cleo. Mind the fuse box.");
  await item.getByRole("button", { name: "Save reply" }).click();
  await expect(item.getByText("Mind the fuse box.")).toBeVisible();
});

test("the first admin is made once, and approves, edits and deletes feedback", async ({ page }) => {
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

  await item.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill(`${review} (edited)`);
  await page.getByRole("dialog").getByLabel("Reason").fill("A typing slip.");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("edited by a moderator")).toBeVisible();

  await item.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Please give a reason")).toBeVisible();
  await page.getByRole("alertdialog").getByLabel("Reason").fill("Asked for by its author.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Feedback deleted")).toBeVisible();
  await expect(page.getByText("No feedback found")).toBeVisible();
});

test("others than admins see no admin screen", async ({ page }) => {
  await logIn(page, client);
  await open(page, "/admin/feedback");
  await expect(page).toHaveURL(/\/admin-login/);
  await expect(page.getByText("Feedback Moderation")).toHaveCount(0);
});
