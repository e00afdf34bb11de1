import type { Page } from "@playwright/test";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessibleInBoth, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

const mark = Date.now().toString(36);

const naturalWidth = (page: Page, name: string) =>
  page
    .getByRole("img", { name })
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
    .catch(() => 0);

const width = 360;

test("two people send pictures and see when they were read, at 360 px", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  const enter = async (person: (typeof SAMPLE)["client"] | (typeof SAMPLE)["member"]) => {
    const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await logIn(page, person);
    return page;
  };
  const [client, provider] = [await enter(SAMPLE.client), await enter(SAMPLE.member)];
  await open(provider, "/directory/me");
  await expect(provider).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  await open(client, `${new URL(provider.url()).pathname}?action=contact`);
  const subject = `A gate ${mark} ${width}`;
  await client.getByLabel("Subject").fill(subject);
  await client.getByLabel("Message").fill("It will not shut.");
  const fileOf = (page: Page) => page.locator('input[type="file"][multiple]');
  await fileOf(client).setInputFiles([png("gate.png"), png("latch.png")]);
  await expect(client.getByRole("button", { name: "Remove picture 2" })).toBeVisible();
  await expectAccessibleInBoth(client);
  await client.getByRole("button", { name: "Send enquiry" }).click();
  await client.getByRole("link", { name: "See your enquiries" }).click();
  const messages = (page: Page) => page.getByRole("list", { name: "Messages" });
  await expect(messages(client)).toContainText("It will not shut.");
  await expect(messages(client)).not.toContainText("Seen");
  const path = new URL(client.url()).pathname + new URL(client.url()).search;

  await open(provider, path);
  await expect.poll(() => naturalWidth(provider, "Picture 2 of 2, from Hannah")).toBeGreaterThan(0);
  // The other side is told at once, on the page that is already open.
  await expect(messages(client).getByText(/^Seen \d\d:\d\d$/)).toBeVisible();
  await messages(provider)
    .getByRole("button", { name: /^Picture 2 of 2/ })
    .click();
  const gallery = provider.getByRole("dialog", { name: /^Pictures from Hannah/ });
  await expect(gallery.getByText("2 of 2", { exact: true })).toBeVisible();
  await expect
    .poll(() => gallery.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await provider.keyboard.press("Escape");
  await expect(gallery).toBeHidden();
  await expectAccessibleInBoth(provider);

  // A dead connection loses nothing; a picture needs no words. The higher form covers no message.
  const form = provider.locator("form").filter({ has: provider.getByLabel("Your message") });
  const composer = provider.locator("div").filter({ has: form }).last();
  await expect(composer).toHaveCSS("position", "sticky");
  await fileOf(provider).setInputFiles([png("hinge.png")]);
  await expect(provider.getByRole("button", { name: "Remove picture 1" })).toBeInViewport();
  await expect(composer).toHaveCSS("position", "static");
  await provider.route("**/rpc/answer_enquiry", (route) => route.abort());
  await provider.getByRole("button", { name: "Send message" }).click();
  await expect(provider.getByRole("group", { name: "There is a problem" })).toBeVisible();
  await provider.unroute("**/rpc/answer_enquiry");
  await provider.getByRole("button", { name: "Send message" }).click();
  await expect(provider.getByText("Message sent")).toBeVisible();
  await expect(composer).toHaveCSS("position", "sticky");
  await provider.getByRole("button", { name: "Send message" }).click();
  await expect(provider.getByLabel("Your message")).toBeFocused();
  await expect(composer).toHaveCSS("position", "static");
  await expect(provider.getByRole("button", { name: "Remove picture 1" })).toHaveCount(0);
  // It appears without a reload, and is read by that.
  await expect
    .poll(() => naturalWidth(client, "Picture 1 of 1, from Dovetail Yard"))
    .toBeGreaterThan(0);
  await expect(messages(provider).getByText(/^Seen \d\d:\d\d$/)).toHaveCount(1);
  await expectAccessibleInBoth(client);

  await messages(client).getByRole("button", { name: "Report message from Dovetail Yard" }).click();
  const report = client.getByRole("dialog");
  await report.getByLabel("What is wrong?").selectOption("spam");
  await report.getByRole("button", { name: /report/i }).click();
  await expect(report.getByText(/R-\d{6}/)).toBeVisible();
  await client.context().close();
  await provider.context().close();
});
