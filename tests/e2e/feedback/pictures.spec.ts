import { enter } from "#tests/e2e/accounts/accounts.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open, SAMPLE, test } from "#tests/e2e/site.ts";

test("pictures of a review are shown, join the portfolio by consent, and are removed", async ({
  browser,
  page: visitor,
}) => {
  const client = await enter(browser, SAMPLE.client, { viewport: { width: 360, height: 900 } });
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
  const title = `With pictures ${Date.now().toString(36)}`;
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
  await expectAccessible(client);
  await client.getByRole("button", { name: "Submit Feedback" }).click();
  const item = client.getByRole("article").filter({ hasText: title });
  await expect(item.getByRole("img", { name: "Picture 2 of 2, from you" })).toBeVisible();

  await open(visitor, `${path}?tab=feedback`);
  const shown = visitor.getByRole("article").filter({ hasText: title });
  await expect(shown.getByRole("list", { name: "Pictures" }).getByRole("link")).toHaveCount(2);
  await open(visitor, `${path}?tab=portfolio`);
  const given = visitor.getByRole("region", { name: "Pictures from feedback" });
  await expect(given.getByText(title)).toBeVisible();
  await given.getByRole("link").first().click();
  await expect(visitor.getByRole("dialog", { name: title })).toBeVisible();
  await visitor.keyboard.press("Escape");

  // The author takes one off, and then the consent back.
  await item.getByRole("button", { name: "Remove picture 1" }).click();
  await expect(item.getByRole("img", { name: "Picture 1 of 1, from you" })).toBeVisible();
  await expect(item.getByRole("button", { name: "Remove picture 2" })).toHaveCount(0);
  await item.getByLabel("They may show these pictures in their portfolio").uncheck();
  await expect(client.getByText("Saved").first()).toBeVisible();
  await expect(async () => {
    await open(visitor, `${path}?tab=portfolio`);
    await expect(given).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
});
