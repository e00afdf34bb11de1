import {
  account,
  clientOf,
  endSessions,
  member,
  payingMember,
} from "#tests/e2e/accounts/accounts.ts";
import { describeJob } from "#tests/e2e/jobs/jobs.ts";
import { expectToast, refusing } from "#tests/e2e/refusing.ts";
import { expect, open, test } from "#tests/e2e/site.ts";

/** What a person reads when the marketplace cannot do what they requested, in the words of spec 2 section 8. */
test.describe.configure({ timeout: 120_000 });

const FEEDBACK = { rating: 4, title: "Came on time", description: null };

test("a seeker sees what was not saved, posted or shown, and loses nothing", async ({
  browser,
  site: _started,
}) => {
  const [provider, client] = await Promise.all([payingMember(browser), member(browser, "client")]);
  const { page } = client;
  const profile = `/directory/${provider.session.user.id}`;

  await open(page, "/membership");
  await expectToast(
    page,
    "Invalid account type",
    "Only service providers can purchase subscriptions.",
  );
  await expect(page).toHaveURL("/directory");

  await open(page, "/account");
  await page.getByRole("button", { name: "Add your interests" }).click();
  await page.getByLabel("Interested In").click();
  await page.getByLabel("Search categories").fill("roofing");
  await page.getByLabel("Roofing").check();
  await page.keyboard.press("Escape");
  await refusing(
    page,
    "profiles",
    async () => {
      await page.getByRole("button", { name: "Save changes" }).click();
      await expectToast(page, "Error updating categories", "Failed to update profile.");
    },
    "PATCH",
  );
  await refusing(page, "categories", async () => {
    await open(page, "/account");
    await expect(
      page.getByText("There was an issue with the category selector. Please try again."),
    ).toBeVisible();
  });
  await refusing(page, "profiles", async () => {
    await open(page, "/account");
    await expect(
      page.getByText("Something went wrong loading the settings. Please try refreshing the page."),
    ).toBeVisible();
  });

  await open(page, "/post-job");
  await describeJob(page, "Hang a door");
  await page.getByRole("button", { name: "Preview" }).click();
  await refusing(page, "jobs", async () => {
    await page.getByRole("button", { name: "Post Job" }).click();
    await expectToast(page, "Error posting job", "Please try again. Nothing you typed is lost.");
  });
  await page.getByRole("button", { name: "Post Job" }).click();
  await expectToast(page, "Job posted successfully");

  await refusing(page, "my_jobs", async () => {
    await open(page, "/profile?tab=my-jobs");
    await expect(page.getByRole("alert").getByText("Failed to load jobs")).toBeVisible();
  });
  await refusing(page, "enquiry_messages", async () => {
    await open(page, "/dashboard");
    await expect(
      page.getByRole("heading", { name: "We could not load your dashboard", level: 1 }),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Open messages" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Post a Job" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Hello, / })).toBeVisible();
  await refusing(page, "saved_providers", async () => {
    await open(page, "/profile?tab=saved");
    await expect(page.getByText("Failed to load saved providers")).toBeVisible();
  });

  await open(page, profile);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await refusing(
    page,
    "saved_providers",
    async () => {
      await save.click();
      await expectToast(page, "Action failed", "Please try again.");
    },
    "POST",
  );
  await expect(save).toHaveAttribute("aria-pressed", "false");

  // The person has written from another device meanwhile.
  await page.getByRole("link", { name: "Leave Feedback" }).click();
  await page.locator("label").filter({ hasText: "2 stars" }).click();
  await page.getByLabel("Title").fill("Came late");
  const elsewhere = await clientOf(client.session);
  const ids = { provider_id: provider.session.user.id, user_id: client.session.user.id };
  await elsewhere
    .from("feedback")
    .insert({ ...FEEDBACK, ...ids })
    .throwOnError();
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expectToast(
    page,
    "Submission failed",
    "You have already submitted feedback for this provider",
  );
  await expect(page.getByLabel("Title")).toHaveValue("Came late");

  // And then logged out of all devices.
  await endSessions(client);
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const again = page.getByRole("dialog", { name: "Log in to continue" });
  await again.getByRole("button", { name: "Close" }).click();
  await expectToast(page, "Authentication required", "You must be logged in to submit feedback");
});

test("a provider sees what was not sent, bought or shown", async ({ browser, site: _started }) => {
  const [provider, client] = await Promise.all([payingMember(browser), account("client")]);
  const { page } = provider;
  const profile = `/directory/${provider.session.user.id}`;
  const author = await clientOf(client.session);
  const ids = { provider_id: provider.session.user.id, user_id: client.session.user.id };
  await author
    .from("feedback")
    .insert({ ...FEEDBACK, ...ids })
    .throwOnError();

  await open(page, "/post-job");
  await expect(page.getByText("Feature not available", { exact: true })).toBeVisible();
  await expect(page.getByText("Only clients can post jobs.")).toBeVisible();
  await expect(page.getByLabel("Job Title")).toHaveCount(0);

  await refusing(page, "feedback", async () => {
    await open(page, `${profile}?tab=feedback`);
    await expect(page.getByText("Failed to load feedback")).toBeVisible();
  });
  await open(page, `${profile}?tab=feedback`);
  await page.getByRole("button", { name: "Reply to “Came on time”", exact: true }).click();
  await expect(page.getByLabel("Your reply to “Came on time”")).toBeFocused();
  await page.getByLabel("Your reply to “Came on time”").fill("Always.");
  await refusing(page, "feedback_replies", async () => {
    await page.getByRole("button", { name: "Send reply" }).click();
    await expectToast(page, "Submission failed", "Failed to submit reply");
  });
  await page.getByRole("button", { name: "Send reply" }).click();
  const edit = page.getByRole("button", { name: "Edit reply to “Came on time”" });
  await expect(edit).toBeFocused();
  await edit.click();
  await page.getByLabel("Your reply to “Came on time”").fill("Nearly always.");
  await refusing(page, "feedback_replies", async () => {
    await page.getByRole("button", { name: "Save reply" }).click();
    await expectToast(page, "Update failed", "Failed to update reply");
  });
  await expect(page.getByLabel("Your reply to “Came on time”")).toHaveValue("Nearly always.");

  await refusing(page, "my_saved_jobs", async () => {
    await open(page, "/profile?tab=saved-jobs");
    await expect(page.getByText("Failed to load saved jobs").first()).toBeVisible();
  });

  const newcomer = await member(browser, "provider");
  await open(newcomer.page, "/profile?tab=portfolio");
  await expect(newcomer.page.getByText("Subscription required", { exact: true })).toBeVisible();
  await expect(newcomer.page.getByText("Work can be added with a live membership.")).toBeVisible();
  await expect(newcomer.page.getByRole("main").locator('input[type="file"]')).toHaveCount(0);
  await open(newcomer.page, "/membership?canceled=true&message=Ring%200900%20555");
  await expectToast(
    newcomer.page,
    "Payment canceled",
    "You haven't been charged. You can try again at any time.",
  );
  await expect(newcomer.page.getByText("0900")).toHaveCount(0);
  await expect(newcomer.page).toHaveURL("/membership");
  await expect(
    newcomer.page.getByRole("heading", { name: /^Choose your plan|^Or choose a paid plan/ }),
  ).toBeFocused();
  const { promise: requested, resolve: release } = Promise.withResolvers<void>();
  await newcomer.page.route("**/functions/v1/create-checkout", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await requested;
    await route.fulfill({ status: 400, json: {} });
  });
  await newcomer.page.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(newcomer.page.getByRole("button", { name: "Processing..." })).toBeVisible();
  release();
  await expectToast(newcomer.page, "Checkout Error", "Failed to process payment");
  await expect(newcomer.page.getByRole("button", { name: "Continue to Payment" })).toBeVisible();
});
