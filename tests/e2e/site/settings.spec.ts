import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { paletteOf } from "#domain/site/palette.ts";
import { publicClient } from "#tests/e2e/accounts/accounts.ts";
import { because, person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test.describe.configure({ timeout: 180_000 });

const OURS = /.{0,60}solutionz.{0,60}/i;
/** Names in the browser's storage, and the operator's `ADMIN_DOMAIN`: nobody reads them. */
const UNREAD =
  /solutionz-(?:session|revocations|signing-out|account(?:-type)?)|admin\.solutionz\.internal/g;
/** Pages and files of every kind that name the site; tests/house/brand-words.test.ts holds that no other code does. */
const PLACES = [
  "/",
  "/directory",
  "/job-directory",
  "/categories",
  "/sitemap.xml",
  "/robots.txt",
  "/config.json",
  "/signup?type=provider",
  "/login?type=provider",
  "/confirm-email",
  "/membership",
  "/admin-login",
  "/unsubscribe?token=none&topic=email",
  "/no-such-page",
  "/terms",
  "/privacy",
  "/how-we-keep-this-fair",
  "/_test-checkout/none",
  `/${"long/".repeat(2000)}`,
];

test("an admin changes the site's settings and brand, reverts one, and the audit log has both", async ({
  admin: page,
  browser,
  baseURL,
  adminSite,
}) => {
  const contact = { value: "help@local.example" };
  await adminSite.service.from("site_settings").update(contact).eq("key", "contact_email");
  const reader = await person(adminSite.service, "client", "Rita Reader");
  await open(page, "/admin/dashboard");
  const confirmation = page.getByRole("alertdialog");
  const save = async (part: Locator, what: string, reason: string) => {
    await part.getByRole("button", { name: `Save ${what}` }).click();
    await because(page, reason, "Save");
    await expect(confirmation).toBeHidden();
  };
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const unfold = async (title: string) => {
    const part = page.getByRole("region", { name: title });
    await part.getByRole("button", { name: new RegExp(`^(Add|Change) ${title}$`, "i") }).click();
    return part;
  };
  const notice = await unfold("Maintenance notice");
  await notice.getByLabel("Show the notice").check();
  await notice.getByRole("button", { name: "Save maintenance notice" }).click();
  await confirmation.getByRole("button", { name: "Save", exact: true }).click();
  await expect(confirmation.getByText("Please give a reason")).toBeVisible();
  await because(page, "Work on Sunday", "Save");
  await expect(confirmation).toBeHidden();
  await expect(notice.getByText("Please enter the text of the notice")).toBeVisible();
  await notice.getByLabel("Text").fill("We are back at six.");
  await save(notice, "maintenance notice", "Work on Sunday");
  await expect(page.getByText("Maintenance notice saved")).toBeVisible();
  // Saved, it is folded, shows what is there now, and has the focus.
  await expect(notice.getByRole("button", { name: "Change maintenance notice" })).toBeFocused();
  await expect(notice.getByText("We are back at six.").first()).toBeVisible();
  await expect(notice.getByLabel("Show the notice")).toBeHidden();
  const name = await unfold("Site name");
  await name.getByRole("textbox").fill("Local Hands");
  await save(name, "site name", "Our new name");
  await expect(page.getByText("Site name saved")).toBeVisible();
  // The admin's own page shows each change at once.
  await expect(page.getByRole("complementary", { name: "Notice" })).toHaveText(
    "We are back at six.",
  );
  await expect(page.getByRole("contentinfo")).toContainText("Local Hands. All rights reserved.");
  await expect(page).toHaveTitle(/Local Hands$/);
  const colour = await unfold("Colour");
  await colour.getByLabel("Use our own colour").check();
  await colour.getByLabel("Our colour", { exact: true }).fill("#ff5fa2");
  await expect(colour.getByText("The main button")).toHaveCount(2);
  await expectAccessible(page);
  await save(colour, "colour", "Our colour");
  await expect(page.getByText("Colour saved")).toBeVisible();
  // The page reads the settings again after it has said so.
  const brand = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--color-brand"),
    );
  await expect.poll(brand).toContain(paletteOf("#ff5fa2").brand.light);
  const logo = await unfold("Logo");
  const drawing = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await logo.locator("input[type=file]").setInputFiles(drawing);
  await expect(logo.getByText("Please choose a PNG, JPEG or WEBP picture.")).toBeVisible();
  const square = sharp({ create: { width: 64, height: 64, channels: 3, background: "#00c0ff" } });
  const picture = png("logo.png", await square.png().toBuffer());
  await logo.locator("input[type=file]").setInputFiles(picture);
  await expect(logo.getByRole("img", { name: "The chosen logo" })).toBeVisible();
  await save(logo, "logo", "Our logo");
  await expect(page.getByText("Logo saved")).toBeVisible();
  const company = await unfold("Company");
  await company.getByLabel("Name").fill("Local Hands Ltd");
  await company.getByLabel("Company number").fill("01234567");
  await save(company, "company", "The law asks for it");
  await expect(page.getByText("Company saved")).toBeVisible();

  // Mails of the accounts bear the name at once.
  const config = await page.request.get("/config.json");
  expect(await config.json()).toMatchObject({ siteName: "Local Hands" });
  const { auth } = await publicClient(baseURL);
  expect((await auth.resetPasswordForEmail(reader.email)).error).toBeNull();
  const mail = await mailTo(page.request, reader.email, /Reset your password/, baseURL);
  expect(mail).toContain("Sent by Local Hands");
  expect(mail).toContain("Local Hands Ltd, company number 01234567");

  expect(OURS.exec(mail)).toBeNull();

  // Another brand shows no word of ours.
  for (const address of PLACES) {
    const text = await (await page.request.get(address)).text();
    expect.soft(OURS.exec(text.replaceAll(UNREAD, ""))?.[0], address.slice(0, 80)).toBeUndefined();
  }
  const manifest = await page.request.get("/site.webmanifest");
  expect(await manifest.json()).toMatchObject({
    name: "Local Hands",
    theme_color: paletteOf("#ff5fa2").pine.light,
  });
  const drawn = await page.request.get("/favicon.svg");
  expect(await drawn.text()).toContain("data:image/png;base64,");
  const icon = sharp(await (await page.request.get("/apple-touch-icon.png")).body());
  expect(await icon.metadata()).toMatchObject({ format: "png", width: 180, height: 180 });

  // A colleague is faster: nothing is overwritten, and what was typed stays until it is given up.
  const social = await unfold("Social links");
  await social.getByLabel("YouTube").fill("https://youtube.com/ours");
  await adminSite.service
    .from("site_settings")
    .update({ value: { x: "https://x.com/theirs" } })
    .eq("key", "social_links");
  await save(social, "social links", "We film now");
  await expect(social.getByText(/This setting has changed/)).toBeVisible();
  await expect(social.getByLabel("YouTube")).toHaveValue("https://youtube.com/ours");
  await expectAccessible(page);
  await social.getByRole("button", { name: "Show what is there now" }).click();
  await expect(social.getByLabel("X (Twitter)")).toBeVisible();
  await expect(social.getByLabel("X (Twitter)")).toHaveValue("https://x.com/theirs");

  // What a visitor sees, without a script.
  const visitor = await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage();
  await visitor.goto("/");
  await expect(visitor.getByText("We are back at six.")).toBeVisible();
  await expect(visitor.getByText("Local Hands. All rights reserved.")).toBeVisible();
  await expect(visitor.getByText("Local Hands Ltd, company number 01234567")).toBeVisible();
  await expect(visitor.getByRole("banner").locator('img[src*="/site/logo-"]')).toBeVisible();
  expect(await visitor.locator("head style").innerHTML()).toContain("--color-brand:");

  await unfold("Site name");
  await name.getByText("Earlier versions").click();
  await name.getByRole("button", { name: "Restore Site name" }).click();
  await because(page, "The old one is loved", "Restore");
  await expect(page.getByText("Site name restored")).toBeVisible();
  await unfold("Site name");
  await expect(name.getByRole("textbox")).toHaveValue("");

  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByLabel("What was changed").fill("site_name");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const entries = page.getByRole("list", { name: "Entries, newest first" }).getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await entries.first().locator("summary").click();
  await expect(entries.first().getByText("BeforeLocal Hands")).toBeVisible();
  await expect(entries.first().getByText("Why: The old one is loved")).toBeVisible();
  await page.getByRole("button", { name: "Verify the log" }).click();
  await expect(page.getByText("The log is whole")).toBeVisible();
});
