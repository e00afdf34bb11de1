import type { Page } from "@playwright/test";
import { png } from "#tests/e2e/portfolio-files.ts";
import {
  expect,
  expectAccessibleInBoth,
  logIn,
  open,
  SAMPLE,
  siteUrl,
  test,
} from "#tests/e2e/site.ts";

const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );

/** A job of the sample's client. */
const title = "Rescue dog barks at everyone in a hat";
const width = 360;

test("a member quotes, is asked, hired and done; a client without quotes names whom they hired", async ({
  browser,
  page,
}) => {
  await test.step("a member quotes, is asked, hired and done, at 360 px", async () => {
    const enter = async (person: (typeof SAMPLE)["client"] | (typeof SAMPLE)["member"]) => {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ baseURL: siteUrl(), viewport });
      const page = await context.newPage();
      await logIn(page, person);
      return page;
    };

    const client = await enter(SAMPLE.client);
    await open(client, "/profile?tab=my-jobs");
    const link = client.getByRole("link", { name: title, exact: true });
    const path = (await link.getAttribute("href")) ?? "";

    const member = await enter(SAMPLE.member);
    await open(member, path);
    const card = member.locator("#your-quote");
    const bar = member.locator("[data-bottom-bar]");
    // On a telephone it is within reach of the thumb, too.
    await bar.getByRole("button", { name: "Send a quote" }).click();
    const form = member.getByRole("dialog");
    await form.getByRole("button", { name: "Send quote" }).click();
    await expect(form.getByText("Describe what you offer").first()).toBeVisible();
    await expect(form.getByText("Enter an amount from £1 to £1,000,000").first()).toBeVisible();
    await form.getByLabel("What you offer").fill("I can come on Tuesday.");
    await form.getByLabel("Kind of price").selectOption("range");
    await form.getByLabel("Lowest price").fill("£90");
    await form.getByLabel("Highest price").fill("120.50");
    await form.getByLabel("VAT").selectOption("added");
    let upload = () => {};
    const held = new Promise<void>((resolve) => {
      upload = resolve;
    });
    const pictures = "**/storage/v1/object/portfolio_media/**";
    await member.route(pictures, (route) => held.then(() => route.continue()));
    await form.locator('input[type="file"]').setInputFiles([png("shelf.png")]);
    await expect(form.getByRole("button", { name: "Send quote" })).toBeDisabled();
    upload();
    await expect(form.getByRole("button", { name: "Remove picture 1" })).toBeVisible();
    await expect(form.getByRole("button", { name: "Send quote" })).toBeEnabled();
    await member.unroute(pictures);
    await expectAccessibleInBoth(member);
    // Only its content scrolls: its title and the way out stay.
    const sheet = member.getByRole("dialog");
    expect(
      await sheet.evaluate(
        ({ parentElement: around }) => around && around.scrollHeight - around.clientHeight,
      ),
    ).toBe(0);
    // What was typed is still there after the dialog was closed.
    await member.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await card.getByRole("button", { name: "Send a quote" }).click();
    await expect(form.getByLabel("What you offer")).toHaveValue("I can come on Tuesday.");
    await expect(form.getByRole("button", { name: "Remove picture 1" })).toBeVisible();
    await form.getByRole("button", { name: "Send quote" }).click();
    await expect(member.getByText("Quote sent")).toBeVisible();
    await expect(member.getByText("Not seen yet")).toBeVisible();
    await expect(member.getByText("£90 to £120.50")).toBeVisible();
    // What was offered can be read again, and the contact that it unlocked needs no press.
    await expect(card.getByText("I can come on Tuesday.")).toBeVisible();
    await expect(card.getByRole("list", { name: "Pictures" })).toBeVisible();
    const contact = member.locator("#contact-details");
    await expect(contact.getByRole("link", { name: SAMPLE.client.email })).toBeVisible();
    await expect(contact.getByRole("button", { name: /Contact$/ })).toHaveCount(0);
    // The next step is the client's now.
    await expect(bar).toHaveCount(0);
    await expectNoOverflow(member);

    await open(client, "/dashboard");
    const next = client.locator("section", { has: client.getByText("Next step", { exact: true }) });
    await expect(next.getByRole("link")).toHaveCount(1);
    const mine = client.getByRole("listitem").filter({
      has: client.getByRole("link", { name: title, exact: true }),
    });
    // The next step is not listed again.
    const job = next.or(mine).filter({ hasText: title });
    await expect(
      job.getByText(
        / of them new(?:, from £.+)?\.$|^\d+ new quotes(?:, from £.+)?\.$|^A new quote has arrived\.$/,
      ),
    ).toBeVisible();
    await expectAccessibleInBoth(client);
    await expectNoOverflow(client);
    await open(client, "/profile?tab=my-jobs");
    await expectAccessibleInBoth(client);
    await expectNoOverflow(client);
    await mine.getByRole("link", { name: / quotes?: / }).click();
    const quote = client.getByRole("listitem").filter({
      has: client.getByRole("heading", { name: "Dovetail Yard" }),
    });
    await expect(quote.getByText("£90 to £120.50")).toBeVisible();
    await expect(quote.getByText("plus VAT")).toBeVisible();
    const shown = quote.getByRole("img", { name: "1 of 1, from Dovetail Yard" });
    await shown.scrollIntoViewIfNeeded();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessibleInBoth(client);
    await expectNoOverflow(client);
    await client.getByRole("button", { name: "Ask a question: Dovetail Yard" }).click();
    await client.getByRole("dialog").getByLabel("Message").fill("In the morning?");
    await client.getByRole("button", { name: "Send message" }).click();
    await expect(client.getByText("Message sent", { exact: true })).toBeVisible();
    await expect(client.getByRole("link", { name: "Messages with Dovetail Yard" })).toBeVisible();
    await expect(quote.locator(":focus")).toBeVisible();

    const others = client.getByRole("button", { name: /^Decline the quote from (?!Dovetail)/ });
    const before = await others.count();
    await others.first().click();
    const decline = client.getByRole("alertdialog");
    await decline.getByLabel("Reason").fill("Too far away");
    await decline.getByRole("button", { name: "Decline quote" }).click();
    await expect(client.getByText("Your reason: Too far away")).toBeVisible();
    await expect(others).toHaveCount(before - 1);
    // The declined one is the last now; the focus is at the one in its place.
    await expect
      .poll(() => client.evaluate(() => document.activeElement?.closest("li, h1")?.textContent))
      .toBeTruthy();

    // By the keyboard alone.
    await client
      .getByRole("button", { name: "Accept the quote from Dovetail Yard" })
      .press("Enter");
    const accept = client.getByRole("alertdialog");
    await expect(accept.getByText("You're accepting £90 to £120.50, plus VAT.")).toBeVisible();
    await accept.getByRole("button", { name: "Accept quote" }).press("Enter");
    await expect(client.getByRole("heading", { name: "In progress" })).toBeVisible();
    await expect(client.getByText("You hired Dovetail Yard.")).toBeVisible();
    await expect(client.getByRole("button", { name: /^Accept the quote/ })).toHaveCount(0);
    await expectAccessibleInBoth(client);
    await expectNoOverflow(client);

    await open(member, "/dashboard/quotes");
    const row = member.getByRole("listitem").filter({
      has: member.getByRole("heading", { name: title }),
    });
    await expect(row.getByText("Accepted")).toBeVisible();
    await expect(row.getByText(/hired you\.$/)).toBeVisible();
    await row.getByRole("button", { name: "Show Contact" }).click();
    await expect(row.getByText(SAMPLE.client.email)).toBeVisible();
    await expect(row.getByRole("link", { name: /^Messages with/ })).toBeVisible();
    await expectAccessibleInBoth(member);
    await expectNoOverflow(member);
    await row.getByRole("button", { name: `The work is done: ${title}` }).click();
    await expect(row.getByText(/^We have asked .* whether the work is done\.$/)).toBeVisible();
    await expect(row.locator(":focus")).toBeVisible();

    await open(client, "/profile?tab=my-jobs");
    await expect(mine.getByText("Dovetail Yard says the work is done. Is it?")).toBeVisible();
    await mine.getByRole("link", { name: "Confirm it's done" }).click();
    await expect(client.getByText("Dovetail Yard says that the work is done.")).toBeVisible();
    await client.getByRole("button", { name: `The work is done: ${title}` }).click();
    await expect(client.getByText("Marked as done")).toBeVisible();
    await expect(client.getByRole("heading", { name: "Done", exact: true })).toBeVisible();
    const review = client.getByRole("link", { name: "Leave feedback for Dovetail Yard" });
    await expect(review).toBeFocused();
    await review.press("Enter");
    await expect(
      client.getByRole("heading", { name: "Leave feedback for Dovetail Yard" }),
    ).toBeFocused();
    const words = `Hired at ${width} px ${Date.now().toString(36)}`;
    await client.locator("label").filter({ hasText: "5 stars" }).click();
    await client.getByLabel("Title").fill(words);
    await expectAccessibleInBoth(client);
    await expectNoOverflow(client);
    await client.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(client.getByText("Your feedback has been published.")).toBeVisible();
    const given = client.getByRole("article").filter({ hasText: words });
    await expect(given.getByText("Verified hire")).toBeVisible();
    await expect(
      client.getByText("It's public now, and Dovetail Yard can reply to it."),
    ).toBeVisible();
    // An average of verified hires is of five or more (P-45).
    const averages = client.getByRole("term");
    await expect(averages.filter({ hasText: "All feedback" })).toHaveCount(1);
    await expect(averages.filter({ hasText: "Verified hires" })).toHaveCount(0);
    await expectAccessibleInBoth(client);
    await expectNoOverflow(client);

    await open(client, "/profile?tab=my-jobs");
    await expect(mine.getByText(/You left feedback for Dovetail Yard$/)).toBeVisible();

    await open(member, "/dashboard/quotes");
    await expect(row.getByText(/says that the work is done\.$/)).toBeVisible();
    await open(member, "/membership");
    await expect(member.locator("dt:has-text('Jobs won') + dd")).toHaveText(/^[1-9]/);
    await member.context().close();
    await client.context().close();
  });

  await test.step("a client without quotes names whom they hired; a provider without a membership sees why not", async () => {
    await logIn(page, SAMPLE.client);
    await open(page, "/post-job");
    const title = `Tune the harp ${Date.now().toString(36)}`;
    await page.getByLabel("Job Title").fill(title);
    await page.getByLabel("Job Description").fill("Every string of it.");
    await page.getByLabel("Category").click();
    await page.getByLabel("Search categories").fill("roofing");
    await page.getByLabel("Roofing").check();
    await page.keyboard.press("Escape");
    await page.getByLabel("Contact Email").fill("harp@jobs.example");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Post Job" }).click();
    await expect(page.getByText("Job posted successfully")).toBeVisible();
    await open(page, "/profile?tab=my-jobs");
    await page.getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByText("No quotes yet. We'll email you when one arrives.")).toBeVisible();
    await page.getByRole("button", { name: "I hired someone" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please choose an answer.")).toBeVisible();
    const address = page.url();

    const context = await browser.newContext({ baseURL: siteUrl() });
    const provider = await context.newPage();
    await logIn(provider, SAMPLE.provider);
    await open(provider, address);
    await expect(provider.getByText("Members can send a quote.")).toBeVisible();
    await expect(provider.getByRole("button", { name: "Send a quote" })).toHaveCount(0);
    await open(provider, "/dashboard/quotes");
    await expect(provider.getByText("No quotes yet")).toBeVisible();
    await expectAccessibleInBoth(provider);
    await context.close();

    await dialog.getByLabel("Someone elsewhere").check();
    await expectAccessibleInBoth(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("You hired someone elsewhere.")).toBeVisible();
    await expect(page.getByText(/^This job is closed\./)).toBeVisible();
  });
});
