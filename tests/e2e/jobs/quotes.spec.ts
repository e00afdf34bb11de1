import { enter, signIn } from "#tests/e2e/accounts/accounts.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { hold } from "#tests/e2e/scripts.ts";
import { expect, expectAccessible, open, SAMPLE, test } from "#tests/e2e/site.ts";
import { postJob } from "./jobs.ts";

/** A job of the sample's client, with quotes of others. */
const title = "Rescue dog barks at everyone in a hat";
const viewport = { width: 360, height: 900 };

test("on a telephone a quote waits for its picture and keeps its words while its form is closed; the client declines others'", async ({
  browser,
}) => {
  const client = await enter(browser, SAMPLE.client, { viewport });
  await open(client, "/profile?tab=my-jobs");
  const link = client.getByRole("link", { name: title, exact: true });
  const path = (await link.getAttribute("href")) ?? "";

  const member = await enter(browser, SAMPLE.member, { viewport });
  await open(member, path);
  const card = member.locator("#your-quote");
  const bar = member.locator("[data-bottom-bar]");
  // On a telephone it is within reach of the thumb, too.
  await bar.getByRole("button", { name: "Send a quote" }).click();
  const form = member.getByRole("dialog");
  await form.getByRole("button", { name: "Send quote" }).click();
  await expect(form.getByText("Describe what you offer").first()).toBeVisible();
  await expectAccessible(member);
  await form.getByLabel("What you offer").fill("I can come on Tuesday.");
  await form.getByLabel("Kind of price").selectOption("range");
  await form.getByLabel("Lowest price").fill("£90");
  await form.getByLabel("Highest price").fill("120.50");
  await form.getByLabel("VAT").selectOption("added");
  const pictures = /\/storage\/v1\/object\/portfolio_media\//;
  const upload = await hold(member, pictures);
  await form.locator('input[type="file"]').setInputFiles([png("shelf.png")]);
  await expect(form.getByRole("button", { name: "Send quote" })).toBeDisabled();
  upload();
  await expect(form.getByRole("button", { name: "Remove picture 1" })).toBeVisible();
  await expect(form.getByRole("button", { name: "Send quote" })).toBeEnabled();
  await member.unroute(pictures);
  // Only its content scrolls: its title and the way out stay.
  expect(
    await form.evaluate(
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
  await expect(card.getByText("£90 to £120.50")).toBeVisible();
  // What was offered can be read again, and the contact that it unlocked needs no press.
  await expect(card.getByRole("list", { name: "Pictures" })).toBeVisible();
  const contact = member.locator("#contact-details");
  await expect(contact.getByRole("link", { name: SAMPLE.client.email })).toBeVisible();
  // The next step is the client's now.
  await expect(bar).toHaveCount(0);

  await open(client, path);
  const shown = client.getByRole("img", { name: "1 of 1, from Dovetail Yard" });
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const others = client.getByRole("button", { name: /^Decline the quote from (?!Dovetail)/ });
  const before = await others.count();
  await others.first().click();
  const decline = client.getByRole("alertdialog");
  await decline.getByLabel("Reason").fill("Too far away");
  await expectAccessible(client);
  await decline.getByRole("button", { name: "Decline quote" }).click();
  await expect(client.getByText("Your reason: Too far away")).toBeVisible();
  await expect(others).toHaveCount(before - 1);
  // The declined one is the last now; the focus is at the one in its place.
  await expect
    .poll(() => client.evaluate(() => document.activeElement?.closest("li, h1")?.textContent))
    .toBeTruthy();
});

test("a client without quotes says that they hired somebody elsewhere, and deletes the job", async ({
  browser,
}) => {
  const { db, session } = await signIn(SAMPLE.client);
  const path = await postJob(db, session.user.id, { title: "Tune the harp" });
  const page = await enter(browser, SAMPLE.client);
  await open(page, path);
  await page.getByRole("button", { name: "I hired someone" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please choose an answer.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Someone elsewhere").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You hired someone elsewhere.")).toBeVisible();
  await open(page, "/profile?tab=my-jobs");
  await page.getByRole("button", { name: "Delete Tune the harp" }).click();
  await page.getByRole("button", { name: "Delete Job" }).click();
  await expect(page.getByText("Job deleted")).toBeVisible();
});
