import type { Locator } from "@playwright/test";
import { enter } from "#tests/e2e/accounts/accounts.ts";
import { expect, expectAccessible, open, SAMPLE, test } from "#tests/e2e/site.ts";
import { speechOf } from "#tests/e2e/speech.ts";
import { describeJob } from "./jobs.ts";

/**
 * The whole road of a job, for its client and a member: posted, quoted, asked about, accepted, done and reviewed. What
 * is read aloud is compared. After an intended change: `--update-snapshots`, as for site/speech.spec.ts.
 */
test("a job from its posting to its review", async ({ browser }) => {
  test.setTimeout(180_000);
  const title = `Hang a gate ${Date.now().toString(36)}`;
  const readAloud = async (part: Locator, file: string) =>
    expect
      .soft((await speechOf(part)).replaceAll(title, "(job)"))
      .toMatchSnapshot(`road-${file}.txt`);
  const client = await enter(browser, SAMPLE.client);
  const member = await enter(browser, SAMPLE.member);

  // Posting.
  await open(client, "/post-job");
  await describeJob(client, title);
  await client.getByLabel("Location").fill("Leeds");
  await client.getByLabel("Contact Email").fill("gate@jobs.example");
  await client.getByRole("button", { name: "Preview" }).click();
  await expect(client.getByRole("button", { name: "Post Job" })).toBeVisible();
  await expectAccessible(client);
  await readAloud(client.locator("section[aria-labelledby=preview]"), "preview");
  await client.getByRole("button", { name: "Post Job" }).click();
  await client.getByRole("link", { name: "See your job" }).click();
  await expect(client).toHaveURL(/job=/);
  const path = new URL(client.url()).pathname + new URL(client.url()).search;

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
  await expect(form.getByText("Add pictures")).toBeVisible();
  await readAloud(form, "quote-form");
  await member.keyboard.press("Escape");
  await send("Send a quote");
  await member.getByRole("button", { name: `Withdraw the quote for ${title}` }).press("Enter");
  await expect(card.getByRole("button", { name: "Send again" })).toBeFocused();
  await send("Send again");
  await open(member, "/dashboard/quotes");
  const row = member.getByRole("listitem").filter({
    has: member.getByRole("heading", { name: title }),
  });
  const withdraw = row.getByRole("button", { name: /^Withdraw/ });
  await withdraw.press("Enter");
  await expect(withdraw).toHaveCount(0);
  await expect(row.getByRole("link", { name: title })).toBeFocused();
  await row.getByRole("link", { name: title }).press("Enter");
  await send("Send again");

  // Reading it and asking back.
  await open(client, path);
  const quote = client.getByRole("listitem").filter({
    has: client.getByRole("heading", { name: "Dovetail Yard" }),
  });
  await quote.getByRole("button", { name: "Ask a question: Dovetail Yard" }).click();
  await expect(client.getByRole("dialog").getByText("Add pictures")).toBeVisible();
  await expectAccessible(client);
  await readAloud(client.getByRole("dialog"), "question");
  await client.getByRole("dialog").getByLabel("Message").fill("In the morning?");
  await client.getByRole("button", { name: "Send message" }).click();
  await expect(quote.locator(":focus")).toBeVisible();
  await open(member, "/dashboard/quotes");
  await row.getByRole("link", { name: /^Messages with/ }).click();
  await expect(member.getByRole("list", { name: "Messages" })).toContainText("In the morning?");

  // Accepting by the keyboard; the hire falls through once.
  const accept = async () => {
    await quote.getByRole("button", { name: "Accept the quote from Dovetail Yard" }).press("Enter");
    await expect(client.getByRole("alertdialog")).toBeVisible();
  };
  const confirm = (name: string) =>
    client.getByRole("alertdialog").getByRole("button", { name }).press("Enter");
  await accept();
  await expectAccessible(client);
  await readAloud(client.getByRole("alertdialog"), "accept");
  await confirm("Accept quote");
  const fell = client.getByRole("button", { name: "It fell through" });
  await fell.press("Enter");
  await confirm("Reopen job");
  await expect(quote.getByRole("link", { name: "Dovetail Yard", exact: true })).toBeFocused();
  await accept();
  await confirm("Accept quote");
  await expect(fell).toBeVisible();

  // Done.
  await open(member, "/dashboard");
  await member.getByRole("main").getByRole("link", { name: title }).press("Enter");
  const won = member.getByRole("main").getByRole("article").first();
  await expect(won.getByText("gate@jobs.example")).toBeVisible();
  await won.getByRole("button", { name: `The work is done: ${title}` }).press("Enter");
  await expect(won.getByText(/^We have asked/)).toBeVisible();
  await open(client, path);
  await expect(client.getByText("Dovetail Yard says that the work is done.")).toBeVisible();
  await client.getByRole("button", { name: `The work is done: ${title}` }).press("Enter");
  const review = client.getByRole("link", { name: "Leave feedback for Dovetail Yard" });
  await expect(review).toBeFocused();

  // The review.
  await review.press("Enter");
  const words = client.locator("form").filter({
    has: client.getByRole("button", { name: "Submit Feedback" }),
  });
  await expect(
    client.getByRole("heading", { name: "Leave feedback for Dovetail Yard" }),
  ).toBeFocused();
  await client.locator("label").filter({ hasText: "5 stars" }).click();
  await words.getByLabel("Title").fill(title);
  await words.getByRole("button", { name: "Submit Feedback" }).click();
  const given = client.getByRole("article").filter({ hasText: title });
  await expect(given.getByText("Verified hire")).toBeVisible();
  await open(member, "/dashboard/quotes");
  await expect(row.getByText(/says that the work is done\.$/)).toBeVisible();
});
