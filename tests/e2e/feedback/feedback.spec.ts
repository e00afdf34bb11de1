import { enter } from "#tests/e2e/accounts/accounts.ts";
import { expect, open, reload, SAMPLE, test } from "#tests/e2e/site.ts";

test("feedback that was written survives a cut network, a reload and a lost response", async ({
  browser,
  faults,
}) => {
  const page = await enter(browser, SAMPLE.client);
  // Nobody of the tests has reviewed them.
  await open(page, "/directory?service=Ledger");
  await page.getByRole("link", { name: "View Profile of Ledger & Lamb" }).click();
  await page.getByRole("link", { name: "Leave Feedback" }).click();
  const title = `Kept through everything ${Date.now()}`;
  await page.locator("label").filter({ hasText: "3 stars" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Two lines\nof it.");

  await page.route("**/rest/v1/feedback*", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(page.getByText("Submission failed")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(title);

  await page.unroute("**/rest/v1/feedback*");
  await reload(page);
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Description")).toHaveValue("Two lines\nof it.");
  await expect(page.getByRole("radio", { name: "3 stars" })).toBeChecked();

  // The server saves it, but the response is lost: a second press must not be refused.
  await page.route("**/rest/v1/feedback*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(page.getByText("Submission failed")).toBeVisible();
  await page.unroute("**/rest/v1/feedback*");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(page.getByText("Your feedback has been published.")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("It's public now");
  await expect(page.getByRole("heading", { name: title })).toHaveCount(1);
  faults.splice(0);
});

test("a provider who came to reply has the first review without one in view, on a telephone", async ({
  browser,
}) => {
  const page = await enter(browser, SAMPLE.member, { viewport: { width: 360, height: 740 } });
  await open(page, "/profile?tab=reviews&action=reply");
  const reply = page.getByLabel(/^Your reply to “/);
  await expect(reply).toBeFocused();
  await expect(reply).toBeInViewport();
  // Only this one is opened.
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(reply).toHaveCount(0);
  const replies = await page.getByText(/^Reply from /).count();
  await page
    .getByRole("button", { name: /^Reply to “/ })
    .first()
    .click();
  const text = `Thank you ${Date.now()}`;
  await reply.fill(text);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply published")).toBeVisible();
  // It moves to those with a reply, and the focus to the next one without.
  await expect(page.getByText(/^Reply from /)).toHaveCount(replies + 1);
  await expect(page.locator(":focus")).toHaveText(/Reply|Report/);
});
