import type { Page } from "@playwright/test";
import { enter } from "#tests/e2e/accounts/accounts.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, open, SAMPLE, test } from "#tests/e2e/site.ts";

const naturalWidth = (page: Page, name: string) =>
  page
    .getByRole("img", { name })
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
    .catch(() => 0);

test("two people send pictures and see when they were read, on telephones", async ({ browser }) => {
  const viewport = { width: 360, height: 900 };
  const client = await enter(browser, SAMPLE.client, { viewport });
  const provider = await enter(browser, SAMPLE.member, { viewport });
  await open(provider, "/directory/me");
  await expect(provider).toHaveURL(/\/directory\/[0-9a-f-]{36}$/);
  await open(client, `${new URL(provider.url()).pathname}?action=contact`);
  await client.getByLabel("Subject").fill(`A gate ${Date.now().toString(36)}`);
  await client.getByLabel("Message").fill("It will not shut.");
  const fileOf = (page: Page) => page.locator('input[type="file"][multiple]');
  await fileOf(client).setInputFiles([png("gate.png"), png("latch.png")]);
  await expect(client.getByRole("button", { name: "Remove picture 2" })).toBeVisible();
  await client.getByRole("button", { name: "Send enquiry" }).click();
  await client.getByRole("link", { name: "See your enquiries" }).click();
  const messages = (page: Page) => page.getByRole("list", { name: "Messages" });
  await expect(messages(client)).toContainText("It will not shut.");
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
  await provider.keyboard.press("Escape");

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
  // It appears without a reload, and is read by that.
  await expect
    .poll(() => naturalWidth(client, "Picture 1 of 1, from Dovetail Yard"))
    .toBeGreaterThan(0);
  await expect(messages(provider).getByText(/^Seen \d\d:\d\d$/)).toHaveCount(1);
});
