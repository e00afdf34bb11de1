import type { Locator, Page } from "@playwright/test";
import {
  expect,
  expectAccessibleInBoth,
  logIn,
  open,
  SAMPLE,
  siteUrl,
  test,
} from "#tests/e2e/site.ts";
import { speechOf } from "#tests/e2e/speech.ts";

/**
 * The whole road of a job, for its client and a member: posted, quoted, asked about, accepted, done and reviewed. What
 * is read aloud is compared. After an intended change: `--update-snapshots`, as for site/speech.spec.ts.
 */
const width = 1440;

test("a job from its posting to its review, at 1440 px", async ({ browser }) => {
  test.setTimeout(240_000);
  const title = `Hang a gate ${width} ${Date.now().toString(36)}`;
  const enter = async (person: (typeof SAMPLE)["client"] | (typeof SAMPLE)["member"]) => {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ baseURL: siteUrl(), viewport });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await logIn(page, person);
    return page;
  };
  const check = async (page: Page) => {
    await expectAccessibleInBoth(page);
    const wide = () => document.documentElement.scrollWidth > window.innerWidth;
    expect.soft(await page.evaluate(wide), page.url()).toBe(false);
  };
  const readAloud = async (part: Locator, file: string) =>
    expect
      .soft(
        (await speechOf(part))
          .replaceAll(title, "(job)")
          // As many as other tests have written.
          .replace(/image, [\d.]+ out of 5 stars\n\(\n\d+\nreviews?\n\)/g, "(rating)"),
      )
      .toMatchSnapshot(`road-${file}.txt`);
  const client = await enter(SAMPLE.client);
  const member = await enter(SAMPLE.member);

  // Posting.
  await open(client, "/post-job");
  await client.getByLabel("Job Title").fill(title);
  await client.getByLabel("Job Description").fill("Oak, two metres.");
  await client.getByLabel("Category").click();
  await client.getByLabel("Search categories").fill("roofing");
  await client.getByLabel("Roofing").check();
  await client.keyboard.press("Escape");
  await client.getByLabel("Location").fill("Leeds");
  await client.getByLabel("Contact Email").fill("gate@jobs.example");
  await check(client);
  await client.getByRole("button", { name: "Preview" }).click();
  await expect(client.getByRole("button", { name: "Post Job" })).toBeVisible();
  await check(client);
  await readAloud(client.locator("section[aria-labelledby=preview]"), "preview");
  await client.getByRole("button", { name: "Post Job" }).click();
  await expect(client.getByText("Job posted successfully")).toBeVisible();
  await check(client);
  await open(client, "/profile?tab=my-jobs");
  const link = client.getByRole("link", { name: title, exact: true });
  const path = (await link.getAttribute("href")) ?? "";

  // Quoting: withdrawn where it was sent and in the list, and sent again.
  await open(member, path);
  const form = member.getByRole("dialog");
  const card = member.locator("#your-quote");
  const send = async (button: string) => {
    await card.getByRole("button", { name: button }).click();
    await form.getByLabel("What you offer").fill("I can come on Tuesday.");
    await form.getByLabel("Kind of price").selectOption("fixed");
    await form.getByLabel("Price (£)").fill("250");
    await form.getByLabel("VAT").selectOption("included");
    await form.getByRole("button", { name: /^(Send|Save) quote$/ }).click();
    await expect(member.getByText("Not seen yet")).toBeVisible();
    await expect(form).toBeHidden();
  };
  await card.getByRole("button", { name: "Send a quote" }).click();
  await expect(form.getByLabel("What you offer")).toBeVisible();
  await expect(form.getByText("Add pictures")).toBeVisible();
  await check(member);
  await readAloud(form, "quote-form");
  await member.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await send("Send a quote");
  await check(member);
  await member.getByRole("button", { name: `Withdraw the quote for ${title}` }).press("Enter");
  await expect(member.getByText("Quote withdrawn")).toBeVisible();
  const again = member.locator("#your-quote").getByRole("button", { name: "Send again" });
  await expect(again).toBeFocused();
  await send("Send again");
  await open(member, "/dashboard/quotes");
  const row = member.getByRole("listitem").filter({
    has: member.getByRole("heading", { name: title }),
  });
  await row.getByRole("button", { name: /^Withdraw/ }).press("Enter");
  await expect(row.getByRole("button", { name: /^Withdraw/ })).toHaveCount(0);
  await expect(row.getByRole("link", { name: title })).toBeFocused();
  await row.getByRole("link", { name: title }).press("Enter");
  await send("Send again");

  // Reading it and asking back.
  await open(client, path);
  const quote = client.getByRole("listitem").filter({
    has: client.getByRole("heading", { name: "Dovetail Yard" }),
  });
  await expect(quote.getByText("£250")).toBeVisible();
  await check(client);
  await readAloud(quote, "quote");
  await quote.getByRole("button", { name: "Ask a question: Dovetail Yard" }).click();
  await expect(client.getByRole("dialog").getByText("Add pictures")).toBeVisible();
  await readAloud(client.getByRole("dialog"), "question");
  await client.getByRole("dialog").getByLabel("Message").fill("In the morning?");
  await client.getByRole("button", { name: "Send message" }).click();
  await expect(quote.getByRole("link", { name: "Messages with Dovetail Yard" })).toBeVisible();
  await open(member, "/dashboard/quotes");
  await row.getByRole("link", { name: /^Messages with/ }).click();
  await expect(member.getByRole("list", { name: "Messages" })).toContainText("In the morning?");
  await check(member);
  await member.getByLabel("Your message").fill("At nine.");
  await member.getByRole("button", { name: "Send message" }).click();
  await expect(member.getByRole("list", { name: "Messages" })).toContainText("At nine.");
  await quote.getByRole("link", { name: "Messages with Dovetail Yard" }).click();
  await expect(client.getByRole("list", { name: "Messages" })).toContainText("At nine.");
  await check(client);

  // Accepting; the hire falls through once.
  await open(client, path);
  const accept = async () => {
    await quote.getByRole("button", { name: "Accept the quote from Dovetail Yard" }).press("Enter");
    await expect(client.getByRole("alertdialog")).toBeVisible();
  };
  const confirm = (name: string) =>
    client.getByRole("alertdialog").getByRole("button", { name }).press("Enter");
  await accept();
  await check(client);
  await readAloud(client.getByRole("alertdialog"), "accept");
  await confirm("Accept quote");
  const fell = client.getByRole("button", { name: "It fell through" });
  await fell.press("Enter");
  await check(client);
  await confirm("Reopen job");
  await expect(
    client.getByRole("heading", { name: "Hired someone without a quote?" }),
  ).toBeVisible();
  await expect(quote.getByRole("link", { name: "Dovetail Yard", exact: true })).toBeFocused();
  await accept();
  await confirm("Accept quote");
  await expect(fell).toBeVisible();

  // Done.
  await open(member, "/dashboard/quotes");
  await expect(row.getByText(/hired you\.$/)).toBeVisible();
  await check(member);
  await readAloud(row, "hired");
  await open(member, "/dashboard");
  await member.getByRole("main").getByRole("link", { name: title }).press("Enter");
  const won = member.getByRole("main").getByRole("article").first();
  for (const words of ["You were hired", "Oak, two metres.", "I can come on Tuesday."])
    await expect(won.getByText(words)).toBeVisible();
  await expect(won.getByText("gate@jobs.example")).toBeVisible();
  await check(member);
  await readAloud(won, "won");
  await won.getByRole("button", { name: `The work is done: ${title}` }).press("Enter");
  await expect(won.getByText(/^We have asked/)).toBeVisible();
  await open(client, path);
  await expect(client.getByText("Dovetail Yard says that the work is done.")).toBeVisible();
  await check(client);
  const own = client.getByRole("main").getByRole("article").first();
  await readAloud(own, "in-progress");
  await client.getByRole("button", { name: `The work is done: ${title}` }).press("Enter");
  const review = client.getByRole("link", { name: "Leave feedback for Dovetail Yard" });
  await expect(review).toBeFocused();
  await check(client);
  await readAloud(own, "done");

  // The review.
  await review.press("Enter");
  const words = client.locator("form").filter({
    has: client.getByRole("button", { name: "Submit Feedback" }),
  });
  await client.locator("label").filter({ hasText: "5 stars" }).click();
  await words.getByLabel("Title").fill(title);
  await check(client);
  await readAloud(words, "review-form");
  await words.getByRole("button", { name: "Submit Feedback" }).click();
  const given = client.getByRole("article").filter({ hasText: title });
  await expect(given.getByText("Verified hire")).toBeVisible();
  await check(client);
  await readAloud(given, "review");
  await open(member, "/dashboard/quotes");
  await expect(row.getByText(/says that the work is done\.$/)).toBeVisible();
  await check(member);
  for (const page of [client, member]) await page.context().close();
});
