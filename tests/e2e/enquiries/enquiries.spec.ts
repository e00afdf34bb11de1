import type { Page } from "@playwright/test";
import { enter } from "#tests/e2e/accounts/accounts.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open, SAMPLE, test } from "#tests/e2e/site.ts";

/** An enquiry from a profile, its answer, and a block: by mail and on the site, without addresses. */
test("a client's words reach the provider and get a reply, beside the list where there is room", async ({
  browser,
}) => {
  const mark = Date.now().toString(36);
  const subject = `An oak shelf ${mark}`;
  const provider = await enter(browser, SAMPLE.member);
  await open(provider, "/directory/me");
  await expect(provider).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  const page = await enter(browser, SAMPLE.client);
  await open(page, `${new URL(provider.url()).pathname}?action=contact`);
  await page.getByRole("button", { name: "Send enquiry" }).click();
  await expect(page.getByText("Add a subject").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Message").fill("Two metres,\nby Christmas?");
  await page.getByRole("button", { name: "Send enquiry" }).click();
  await expect(page.locator(":focus")).toContainText("Your enquiry has been sent");

  const mail = await mailTo(page.request, SAMPLE.member.email, new RegExp(mark));
  expect(mail).not.toContain(SAMPLE.client.email);
  // On a narrow screen the list comes first, and a conversation in its place.
  await provider.setViewportSize({ width: 360, height: 800 });
  await open(provider, "/dashboard/enquiries");
  const list = provider.getByRole("list", { name: "Enquiries" });
  await expect(provider.getByRole("list", { name: "Messages" })).toHaveCount(0);
  await expect(list).toContainText("1 new");
  const line = list.getByRole("link").filter({ hasText: subject });
  await line.click();
  await expect(provider.getByRole("heading", { level: 2, name: subject })).toBeFocused();
  await expect(line).toBeHidden();
  await provider.reload();
  await expect(provider.getByRole("button", { name: "Send message" })).toBeInViewport();
  await expect(provider.getByRole("list", { name: "Messages" })).toBeInViewport();
  await provider.getByRole("link", { name: "All enquiries" }).click();
  await expect(line).toBeFocused();
  // On a wide one it stays beside the conversation.
  await provider.setViewportSize({ width: 1280, height: 720 });
  await open(provider, linkIn(mail, "/dashboard/enquiries"));
  const messages = provider.getByRole("list", { name: "Messages" });
  await expect(messages).toContainText("Two metres,");
  await expect(list.locator('[aria-current="page"]')).toContainText(subject);
  // A ready answer is only a beginning.
  const ready = provider.getByRole("list", { name: "Ready answers" });
  await ready.getByRole("button", { name: "Could you send me a picture?" }).click();
  const words = provider.getByLabel("Your message");
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("Could you send me a picture?");
  await words.fill("With pleasure.");
  await provider.getByRole("button", { name: "Send message" }).click();
  await expect(messages).toContainText("With pleasure.");

  const answer = await mailTo(page.request, SAMPLE.client.email, new RegExp(mark));
  expect(answer).not.toContain(SAMPLE.member.email);
  const more = provider.getByRole("button", { name: /^More about / });
  await more.click();
  await provider.getByRole("menuitem", { name: /^Block / }).click();
  await expect(provider.getByText(/^You have blocked/)).toBeVisible();
  await open(page, linkIn(answer, "/dashboard/enquiries"));
  await page.getByLabel("Your message").fill("When?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(/^This person is not accepting messages from you\./)).toBeVisible();
  await expect(page.getByLabel("Your message")).toHaveValue("When?");
  await more.click();
  await provider.getByRole("menuitem", { name: /^Unblock / }).click();
  await expect(provider.getByLabel("Your message")).toBeVisible();

  // A person who reads earlier messages is left there; at the end, and after their own, they see the newest.
  const write = async (from: Page, text: string) => {
    await from.getByLabel("Your message").fill(text);
    await from.getByRole("button", { name: "Send message" }).click();
    await expect(from.getByLabel("Your message")).toHaveValue("");
  };
  const message = (text: string) => messages.getByText(text, { exact: true });
  await write(page, "One line of many.\n".repeat(60));
  await expect(messages).toContainText("One line of many.");
  await provider.evaluate(() => scrollTo(0, 0));
  await write(page, "Are you there?");
  await expect(message("Are you there?")).toBeVisible();
  expect(await provider.evaluate(() => scrollY)).toBe(0);
  await message("Are you there?").scrollIntoViewIfNeeded();
  await write(page, "Then until Monday.");
  await expect(message("Then until Monday.")).toBeInViewport({ ratio: 1 });
  await provider.evaluate(() => scrollTo(0, 0));
  await write(provider, "Until Monday.");
  await expect(message("Until Monday.")).toBeInViewport({ ratio: 1 });
  // Also when the window becomes narrower and each message higher.
  await provider.setViewportSize({ width: 360, height: 720 });
  await expect(message("Until Monday.")).toBeInViewport({ ratio: 1 });

  // Where there is room, the newest conversation is open. Nobody asked for it, so Back leads to the page before.
  await open(page, "/dashboard");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Enquiries/ })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/enquiries\?open=/);
  await expect(page.getByRole("list", { name: "Messages" })).toBeVisible();
  await expect(page.locator("article :focus")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/dashboard");
});
