import { account, member, payingMember, publicClient } from "#tests/e2e/accounts/accounts.ts";
import { expectToast, refusing } from "#tests/e2e/refusing.ts";
import { expect, open, test } from "#tests/e2e/site.ts";

/** What happens when the marketplace cannot do what was requested; tests/house/marketplace-words.test.ts holds all the words. */
test.describe.configure({ timeout: 120_000 });

const FEEDBACK = { rating: 4, title: "Came on time", description: null };

/** Gives feedback without a browser, as from another device. */
const giveFeedback = async (
  session: Awaited<ReturnType<typeof account>>["session"],
  provider_id: string,
) => {
  const db = await publicClient();
  await db.auth.setSession(session);
  const { error } = await db
    .from("feedback")
    .insert({ ...FEEDBACK, provider_id, user_id: session.user.id });
  expect(error).toBeNull();
};

test("a seeker sees what was not saved, posted or shown, and loses nothing", async ({
  browser,
  site: _started,
}) => {
  const [provider, client] = await Promise.all([payingMember(browser), member(browser, "client")]);
  await provider.context.close();
  const { page } = client;

  await open(page, "/post-job");
  await page.getByLabel("Job Title").fill("Hang a door");
  await page.getByLabel("Job Description").fill("It is heavy.");
  await page.getByLabel("Category").click();
  await page.getByLabel("Search categories").fill("carpentry");
  await page.getByLabel("Carpentry").check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Preview" }).click();
  await refusing(page, "jobs", async () => {
    await page.getByRole("button", { name: "Post Job" }).click();
    await expectToast(page, "Error posting job", "Please try again. Nothing you typed is lost.");
  });
  await page.getByRole("button", { name: "Post Job" }).click();
  await expectToast(page, "Job posted successfully");

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

  await open(page, `/directory/${provider.session.user.id}`);
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

  // The same person has written from another device meanwhile.
  await page.getByRole("link", { name: "Leave Feedback" }).click();
  await page.locator("label").filter({ hasText: "2 stars" }).click();
  await page.getByLabel("Title").fill("Came late");
  await giveFeedback(client.session, provider.session.user.id);
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expectToast(
    page,
    "Submission failed",
    "You have already submitted feedback for this provider",
  );
  await expect(page.getByLabel("Title")).toHaveValue("Came late");
  await client.context.close();
});

test("a provider sees what was not sent or bought, and nothing that an address makes up", async ({
  browser,
  site: _started,
}) => {
  const [provider, client] = await Promise.all([payingMember(browser), account("client")]);
  const { page } = provider;
  await giveFeedback(client.session, provider.session.user.id);
  await open(page, `/directory/${provider.session.user.id}?tab=feedback`);
  const reply = page.getByLabel("Your reply to “Came on time”");
  await page.getByRole("button", { name: "Reply to “Came on time”", exact: true }).click();
  await expect(reply).toBeFocused();
  await reply.fill("Always.");
  await refusing(page, "feedback_replies", async () => {
    await page.getByRole("button", { name: "Send reply" }).click();
    await expectToast(page, "Submission failed", "Failed to submit reply");
  });
  await expect(reply).toHaveValue("Always.");
  await page.getByRole("button", { name: "Send reply" }).click();
  const edit = page.getByRole("button", { name: "Edit reply to “Came on time”" });
  await expect(edit).toBeFocused();
  await edit.click();
  await reply.fill("Nearly always.");
  await page.getByRole("button", { name: "Save reply" }).click();
  await expect(page.getByText("Nearly always.")).toBeVisible();

  await open(page, "/post-job");
  await expect(page.getByText("Only clients can post jobs.")).toBeVisible();
  await expect(page.getByLabel("Job Title")).toHaveCount(0);
  await provider.context.close();

  const newcomer = (await member(browser, "provider")).page;
  await open(newcomer, "/membership?canceled=true&message=Ring%200900%20555");
  await expectToast(newcomer, "Payment canceled");
  await expect(newcomer.getByText("0900")).toHaveCount(0);
  await expect(newcomer).toHaveURL("/membership");
  const { promise: requested, resolve: release } = Promise.withResolvers<void>();
  await newcomer.route("**/functions/v1/create-checkout", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await requested;
    await route.fulfill({ status: 400, json: {} });
  });
  await newcomer.getByRole("button", { name: "Continue to Payment" }).click();
  await expect(newcomer.getByRole("button", { name: "Processing..." })).toBeVisible();
  release();
  await expectToast(newcomer, "Checkout Error", "Failed to process payment");
  await expect(newcomer.getByRole("button", { name: "Continue to Payment" })).toBeVisible();
  await newcomer.context().close();
});
