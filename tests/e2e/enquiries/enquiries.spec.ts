import type { Page } from "@playwright/test";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, logIn, open, reload, SAMPLE, test } from "#tests/e2e/site.ts";

test("a client's words reach the provider and get a reply, beside the list where there is room", async ({
  page,
  browser,
  baseURL,
}) => {
  /** An enquiry from a profile, its answer, and a block: by mail and on the site, without addresses. */
  await test.step("a client's words reach the provider and get a reply", async () => {
    test.setTimeout(180_000);
    const mark = Date.now().toString(36);
    const subject = `An oak shelf ${mark}`;
    const provider = await (await browser.newContext({ baseURL })).newPage();
    await logIn(provider, SAMPLE.member);
    await open(provider, "/directory/me");
    await expect(provider).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
    const path = new URL(provider.url()).pathname;

    await open(page, path);
    const latest = page.getByRole("region", { name: "Latest feedback" }).getByRole("listitem");
    const quotes = await latest.count();
    expect(quotes).toBeGreaterThan(0);
    await page.getByRole("link", { name: "Send an enquiry" }).click();
    await expect(page).toHaveURL(`${path}?action=contact`);
    await reload(page);
    await expect(latest).toHaveCount(quotes);
    await logIn(page, SAMPLE.client);
    await open(page, `${path}?action=contact`);
    await page.getByRole("button", { name: "Send enquiry" }).click();
    await expect(page.getByText("Add a subject").first()).toBeVisible();
    await page.getByLabel("Subject").fill(subject);
    await page.getByLabel("Message").fill("Two metres,\nby Christmas?");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send enquiry" }).click();
    const sent = page.locator(":focus");
    await expect(sent).toContainText("Your enquiry has been sent");
    await expect(sent.getByRole("link", { name: "See your enquiries" })).toBeVisible();

    const mail = await mailTo(page.request, SAMPLE.member.email, new RegExp(mark));
    expect(mail).not.toContain(SAMPLE.client.email);
    await open(provider, "/dashboard");
    const inbox = provider.getByRole("banner").getByRole("link", { name: /^Enquiries/ });
    const news = await provider
      .getByRole("heading", { name: /^Read \d+ new message/ })
      .textContent();
    const unread = Number.parseInt(news?.match(/\d+/)?.[0] ?? "0", 10);
    // Until it is loaded, the bar shows what this browser remembers.
    await expect(inbox).toHaveText(new RegExp(`^Enquiries, ${unread} unread`));
    await provider.getByRole("button", { name: /^Account menu of/ }).click();
    const menu = provider.getByRole("menu");
    await expect(menu.getByRole("menuitem", { name: `Enquiries (${unread})` })).toBeVisible();
    expect((await menu.boundingBox())?.width).toBe(288);
    await provider.keyboard.press("Escape");
    await expect(provider.getByText(/: Two metres,\s+by Christmas\?$/)).toBeVisible();
    // On a narrow screen the list comes first, and a conversation in its place.
    await provider.setViewportSize({ width: 360, height: 800 });
    await provider.getByRole("link", { name: "Open messages" }).click();
    await expect(provider.getByRole("list", { name: "Enquiries" })).toContainText("1 new");
    const line = provider.getByRole("list", { name: "Enquiries" }).getByRole("link").first();
    await line.click();
    await expect(provider.getByRole("heading", { level: 2, name: subject })).toBeFocused();
    await expect(line).toBeHidden();
    await provider.reload();
    await expect(provider.getByRole("button", { name: "Send message" })).toBeInViewport();
    await expect(provider.getByRole("list", { name: "Messages" })).toBeInViewport();
    await expect(provider.getByRole("contentinfo")).toBeHidden();
    await provider.getByRole("link", { name: "All enquiries" }).click();
    await expect(line).toBeFocused();
    await provider.setViewportSize({ width: 1280, height: 720 });
    await open(provider, linkIn(mail, "/dashboard/enquiries"));
    const messages = provider.getByRole("list", { name: "Messages" });
    await expect(messages).toContainText("Two metres,");
    // On a wide one the list stays beside it.
    const list = provider.getByRole("list", { name: "Enquiries" });
    await expect(list.locator('[aria-current="page"]')).toContainText(subject);
    await expect(inbox).toHaveText(
      unread > 1 ? `Enquiries, ${unread - 1} unread${unread - 1}` : "Enquiries",
    );
    await expectAccessible(provider);
    // A ready answer is only a beginning, and replaces nothing that was typed.
    const ready = provider.getByRole("list", { name: "Ready answers" });
    await ready.getByRole("button", { name: "Could you send me a picture?" }).click();
    const words = provider.getByLabel("Your message");
    await expect(words).toBeFocused();
    await expect(words).toHaveValue("Could you send me a picture?");
    await expect(ready).toHaveCount(0);
    await words.fill("With pleasure.");
    await provider.getByRole("button", { name: "Send message" }).click();
    await expect(messages).toContainText("With pleasure.");
    await expect(provider.getByLabel("Your message")).toHaveValue("");

    const answer = await mailTo(page.request, SAMPLE.client.email, new RegExp(mark));
    expect(answer).not.toContain(SAMPLE.member.email);
    const more = provider.getByRole("button", { name: /^More about / });
    await more.click();
    await provider.getByRole("menuitem", { name: /^Block / }).click();
    await expect(provider.getByText(/^You have blocked/)).toBeVisible();
    // A client sees whom they are talking with; the sample's provider has reviews. The talk can be read without them.
    const facts = /\/public_providers\?select=main_category/;
    const rating = page.getByRole("article").getByRole("img", { name: /out of 5 stars$/ });
    await page.route(facts, (route) => route.fulfill({ status: 400, json: { message: "Down" } }));
    await open(page, linkIn(answer, "/dashboard/enquiries"));
    await expect(page.getByRole("list", { name: "Messages" })).toContainText("With pleasure.");
    await expect(rating).toHaveCount(0);
    await page.unroute(facts);
    await reload(page);
    await expect(rating).toBeVisible();
    await page.getByLabel("Your message").fill("When?");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText(/^This person is not accepting messages from you\./)).toBeVisible();
    await expect(page.getByLabel("Your message")).toHaveValue("When?");
    await more.click();
    await provider.getByRole("menuitem", { name: /^Unblock / }).click();
    await expect(provider.getByLabel("Your message")).toBeVisible();
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Message sent")).toBeVisible();

    // A person who reads earlier messages is left there; at the end, and after their own, they see the newest.
    const write = async (from: Page, words: string) => {
      await from.getByLabel("Your message").fill(words);
      await from.getByRole("button", { name: "Send message" }).click();
      await expect(from.getByLabel("Your message")).toHaveValue("");
    };
    const message = (words: string) => messages.getByText(words, { exact: true });
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
    await expect(provider.getByRole("button", { name: "Send message" })).toBeInViewport();

    await page.goto("/profile?tab=enquiries");
    await expect(page).toHaveURL(/\/dashboard\/enquiries(?:\?open=[0-9a-f-]+)?$/);
    await expect(page.getByRole("link", { name: subject })).toBeVisible();
    await provider.context().close();
  });

  await test.step("where there is room beside the list, a conversation is open: the newest unread one, or the newest", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, "/dashboard/enquiries");
    const list = page.getByRole("list", { name: "Enquiries" });
    await expect(list).toBeVisible();
    await expect(page).toHaveURL("/dashboard/enquiries");
    await expect(page.getByRole("list", { name: "Messages" })).toHaveCount(0);
    const unread = list.getByRole("link").filter({ hasText: /\d new/ });
    const first = (await unread.count()) > 0 ? unread.first() : list.getByRole("link").first();
    const address = await first.getAttribute("href");

    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, "/dashboard");
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Enquiries/ })
      .click();
    await expect(page).toHaveURL(String(address));
    await expect(page.getByRole("list", { name: "Messages" })).toBeVisible();
    await expect(list.locator('[aria-current="page"]')).toHaveCount(1);
    // Nobody asked for it, so the focus is not in it, and Back leads to the page before.
    await expect(page.locator("article :focus")).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL("/dashboard");
  });
});
