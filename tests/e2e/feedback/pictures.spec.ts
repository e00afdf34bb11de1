import type { Page } from "@playwright/test";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessibleInBoth, logIn, open, SAMPLE, test } from "#tests/e2e/site.ts";

const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );

const width = 360;

test("pictures of a review are shown, join the portfolio by consent, and are removed, at 360 px", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const enter = async () => {
    const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } });
    return context.newPage();
  };
  const client = await enter();
  await logIn(client, SAMPLE.client);
  await open(client, "/directory?sort=rating");
  const profiles = client.getByRole("link", { name: /View Profile/ });
  const paths = await profiles.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  const form = client.getByRole("heading", { name: /^Leave feedback for/ });
  // The sample's client has reviewed some of them.
  let path = "";
  for (const one of paths) {
    path = one ?? "";
    await open(client, `${path}?tab=feedback#leave-feedback`);
    await expect(form.or(client.getByText(/^Thank you for your feedback/))).toBeVisible();
    if (await form.isVisible()) break;
  }
  const title = `With pictures ${width} ${Date.now().toString(36)}`;
  await client.locator("label").filter({ hasText: "4 stars" }).click();
  await client.getByLabel("Title").fill(title);
  const consent = client.getByLabel("They may show these pictures in their portfolio");
  await expect(consent).toHaveCount(0);
  await client
    .locator('input[type="file"][multiple]')
    .setInputFiles([png("before.png"), png("after.png")]);
  await expect(client.getByRole("button", { name: "Remove picture 2" })).toBeVisible();
  await expect(consent).not.toBeChecked();
  await consent.check();
  await expectAccessibleInBoth(client);
  await expectNoOverflow(client);
  await client.getByRole("button", { name: "Submit Feedback" }).click();
  const item = client.getByRole("article").filter({ hasText: title });
  await expect(item.getByRole("img", { name: "Picture 2 of 2, from you" })).toBeVisible();

  const visitor = await enter();
  await open(visitor, `${path}?tab=feedback`);
  const shown = visitor.getByRole("article").filter({ hasText: title });
  await expect(shown.getByRole("list", { name: "Pictures" }).getByRole("link")).toHaveCount(2);
  await expectAccessibleInBoth(visitor);
  await open(visitor, `${path}?tab=portfolio`);
  const given = visitor.getByRole("region", { name: "Pictures from feedback" });
  await expect(given.getByText(title)).toBeVisible();
  await given.getByRole("link").first().click();
  await expect(visitor.getByRole("dialog", { name: title })).toBeVisible();
  await visitor.keyboard.press("Escape");
  await expectAccessibleInBoth(visitor);
  await expectNoOverflow(visitor);

  // The author takes one off, and then the consent back.
  await item.getByRole("button", { name: "Remove picture 1" }).click();
  await expect(item.getByRole("img", { name: "Picture 1 of 1, from you" })).toBeVisible();
  await expect(item.getByRole("button", { name: "Remove picture 2" })).toHaveCount(0);
  await item.getByLabel("They may show these pictures in their portfolio").uncheck();
  await expect(client.getByText("Saved").first()).toBeVisible();
  await expectAccessibleInBoth(client);
  await expect(async () => {
    await open(visitor, `${path}?tab=portfolio`);
    await expect(given).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  for (const page of [client, visitor]) await page.context().close();
});
