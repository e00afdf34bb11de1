import type { Page } from "@playwright/test";
import { NETWORK_ISSUE } from "#domain/site/faults.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";

/** Within two seconds only programs press. */
const notTooSoon = (page: Page) => page.waitForFunction(() => performance.now() > 2100);

test("a visitor with a telephone searches, posts a job in a minute, and confirms it in another browser", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `sundial-${Date.now().toString(36)}@people.example`;
  await page.setViewportSize({ width: 360, height: 740 });
  let presses = 0;
  const press = async (what: { click: () => Promise<void> }) => {
    presses += 1;
    await what.click();
  };

  await open(page, "/directory?service=nothing-like-this");
  await press(page.getByRole("main").getByRole("link", { name: "Post a Job" }));
  await expect(page).toHaveURL(/\/post-job/);
  await page.getByLabel("What do you need?").fill("Mend the sundial. It is an hour late.");
  await press(page.getByRole("button", { name: "Choose one or more" }));
  await page.getByLabel("Search categories").fill("sundials");
  await press(page.getByRole("button", { name: "Add", exact: true }));
  await expect(page.getByRole("button", { name: /1 chosen/ })).toBeFocused();
  await page.getByLabel("Location").fill("Wick");
  await page.getByLabel("Budget").fill("up to £300");
  await page.getByLabel("Your name").fill("Nora Newman");
  await page.getByLabel("Your email").fill(email);
  await notTooSoon(page);
  await press(page.getByRole("button", { name: "Post Job" }));
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expectAccessible(page);

  const link = linkIn(await mailTo(page.request, email, /code is/), "/confirm");
  const other = await (
    await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })
  ).newPage();
  // A filter that opens the link publishes nothing.
  await page.request.get(link);
  await open(other, link);
  presses += 1;
  await press(other.getByRole("button", { name: "Confirm and post" }));
  await expect(other.getByRole("heading", { name: "Your job is posted" })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(6);

  await expectAccessible(other);
  await other.getByRole("button", { name: "Set a password" }).click();
  await other.getByLabel("Password", { exact: true }).fill("a sundial at noon 7");
  await other.getByLabel(/^Confirm/).fill("a sundial at noon 7");
  await other.getByRole("button", { name: "Save password" }).click();
  await other.getByRole("link", { name: "See your job" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Mend the sundial" })).toBeVisible();
  // Again, also in the first browser: the same, once.
  await open(page, link);
  await page.getByRole("button", { name: "Confirm and post" }).click();
  await expect(page.getByRole("link", { name: "See your job" })).toHaveAttribute(
    "href",
    new URL(other.url()).pathname + new URL(other.url()).search,
  );

  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await open(visitor, "/job-directory?location=Leeds");
  await visitor.getByLabel("Your email").fill(`alert-${email}`);
  await notTooSoon(visitor);
  await visitor.context().setOffline(true);
  await visitor.getByRole("button", { name: "Email me", exact: true }).click();
  await expect(visitor.getByText(NETWORK_ISSUE)).toBeVisible();
  await expect(visitor.getByLabel("Your email")).toHaveValue(`alert-${email}`);
  await visitor.context().setOffline(false);
  await visitor.getByRole("button", { name: "Email me", exact: true }).click();
  await expect(visitor.getByRole("heading", { name: "Check your email" })).toBeFocused();
  const mail = await mailTo(page.request, `alert-${email}`, /code is/);
  // The code alone, in another browser.
  await open(visitor, "/confirm");
  await visitor.getByLabel("Your email").fill(`alert-${email}`);
  await visitor.getByLabel("Code", { exact: true }).fill(/code (\d{6})/.exec(mail)?.[1] ?? "");
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await expect(visitor.getByRole("heading", { name: "We will email you new jobs" })).toBeVisible();
});
