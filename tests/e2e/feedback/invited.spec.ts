import { freshAddress, payingMember } from "#tests/e2e/accounts/accounts.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessible, open, test } from "#tests/e2e/site.ts";
import { speechOf } from "#tests/e2e/speech.ts";

test("an earlier customer is asked by email, leaves feedback without an account, and removes it, at 360 px", async ({
  browser,
  request,
  site,
}) => {
  const business = `Cellar Drying ${Date.now()}`;
  const { page, session } = await payingMember(browser, business);
  await page.setViewportSize({ width: 360, height: 780 });
  const customer = freshAddress("customer");
  await open(page, "/profile?tab=reviews");
  await page
    .getByLabel("Email earlier customers")
    .fill(`${customer}, no-address, ${session.user.email}`);
  await page.getByRole("button", { name: "Send the emails" }).click();
  await expect(page.getByText("1 email sent")).toBeVisible();
  await expect(page.getByText(`${session.user.email}: your own`)).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Print a card" }).click();
  const card = page.getByRole("img", { name: /^QR code of / });
  const address = ((await card.getAttribute("aria-label")) ?? "").replace("QR code of ", "");
  expect(address).toMatch(new RegExp(`^${site}/review/[a-z2-9]{10}$`));
  expect(await layoutFaults(page)).toEqual([]);
  // One sheet of A6, 105 by 148 mm.
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(printed.match(/\/MediaBox \[0 0 \d+/g)).toEqual(["/MediaBox [0 0 298"]);

  const invitation = await mailTo(request, customer, /asks for your feedback/);
  const phone = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const visitor = await phone.newPage();
  await open(visitor, linkIn(invitation, new URL(address).pathname));
  await expect(
    visitor.getByRole("heading", { level: 1, name: `How was ${business}?` }),
  ).toBeVisible();
  const spoken = await speechOf(visitor.locator("main form"));
  const month = /^option, \w+ 20\d\d, .*\n/gm;
  expect.soft(spoken.replaceAll(month, "")).toMatchSnapshot("invited-review.txt");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByText("Please select a rating").first()).toBeVisible();
  await visitor.getByRole("radio", { name: "Very good" }).check({ force: true });
  await visitor.getByLabel("Title").fill("Dry since March");
  await visitor.getByLabel("What was the work?").fill("A cellar");
  await visitor.getByLabel("When was it done?").selectOption({ index: 3 });
  await visitor.getByLabel("Your name").fill("Carla Customer");
  await visitor.getByLabel("Your email").fill(customer);
  expect(await layoutFaults(visitor)).toEqual([]);
  await expectAccessible(visitor);
  // Under two seconds is no person's time.
  await visitor.waitForFunction(() => performance.now() > 2100);
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: "Check your email" })).toBeFocused();
  const mail = await mailTo(request, customer, /^Confirm on /);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(linkIn(mail, "/confirm"));
  await elsewhere.getByRole("button", { name: "Confirm and publish" }).click();
  await expect(
    elsewhere.getByRole("heading", { name: "Thank you for your feedback" }),
  ).toBeVisible();
  await expect(elsewhere.getByRole("link", { name: "Login" })).toBeVisible();

  await open(visitor, `/directory/${session.user.id}?tab=feedback`);
  const item = visitor.getByRole("article").filter({ hasText: "Dry since March" });
  await expect(item).toContainText(`Asked for a review by ${business}, work not arranged here`);
  await expect(item).toContainText(/A cellar, \w+ 20\d\d/);
  await expect(
    visitor.getByText(/1 asked for by the professional.*1 person asked by email/),
  ).toBeVisible();
  expect(await layoutFaults(visitor)).toEqual([]);

  const badge = await phone.request.get(`/badge/${session.user.id}.svg`);
  expect([badge.status(), badge.headers()["content-type"], badge.headers()["set-cookie"]]).toEqual([
    200,
    "image/svg+xml; charset=utf-8",
    undefined,
  ]);
  expect(await badge.text()).toContain("4.0 from 1 review");
  const etag = badge.headers().etag ?? "";
  const again = { headers: { "if-none-match": etag } };
  expect((await phone.request.get(`/badge/${session.user.id}.svg`, again)).status()).toBe(304);
  for (const other of [
    "00000000-0000-4000-8000-000000000000.svg",
    "x.svg",
    `${session.user.id}.png`,
  ])
    expect((await phone.request.get(`/badge/${other}`)).status()).toBe(404);
  const requested: string[] = [];
  visitor.on("request", (request) => requested.push(request.url()));
  await visitor.goto(`/badge/${session.user.id}.svg`);
  expect(requested.every((address) => address.startsWith(site))).toBe(true);

  const published = await mailTo(request, customer, /^Your feedback on /);
  await visitor.goto(linkIn(published, "/review/remove"));
  await visitor.getByRole("button", { name: "Remove my feedback" }).click();
  await expect(visitor.getByText("Your feedback has been removed.")).toBeVisible();
  await visitor.goto(linkIn(invitation, "/review/stop"));
  await visitor.getByRole("button", { name: "Stop these emails" }).click();
  await expect(visitor.getByText("You will get no more of these emails.")).toBeVisible();
  await open(visitor, `/directory/${session.user.id}?tab=feedback`);
  await expect(visitor.getByText("Dry since March")).toHaveCount(0);
});
