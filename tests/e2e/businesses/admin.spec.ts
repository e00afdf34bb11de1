import { confirmEmail, enter } from "#tests/e2e/accounts/accounts.ts";
import { act, person, test } from "#tests/e2e/admin.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test("an admin lists businesses, one at a time and from a file, and a business claims itself by the emailed link", async ({
  browser,
  admin: page,
  adminSite: { url: baseURL },
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/admin/businesses");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Business" }).click();
  await dialog.getByRole("button", { name: "Add Business" }).click();
  await expect(dialog.getByText("Business name is required")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Business name").fill("Crumb Bakery");
  await dialog.getByLabel("Business email").fill("crumb@bakery.example");
  await dialog.getByRole("button", { name: "Add Business" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Crumb Bakery" })).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const file = [
    "Business name,Business email",
    "Third Loaf,own@loaf.example",
    "Crumb Bakery,CRUMB@bakery.example",
  ].join("\n");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "b.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await dialog.getByRole("button", { name: "Import 2" }).click();
  await expect(dialog.getByText("1 made")).toBeVisible();
  const refused = dialog.getByRole("row").filter({ hasText: "Crumb Bakery" });
  await expect(refused.getByText(/^This business is already listed\./)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await act(page.getByRole("row").filter({ hasText: "Crumb Bakery" }), "Copy claim link");
  await expect(page.getByText("Claim link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("checkbox", { name: "Select Crumb Bakery" }).check();
  await page.getByRole("button", { name: "Email claim link" }).click();
  const question = page.getByRole("alertdialog");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/^Link emailed/)).toBeVisible();

  // The mail that the admin sent leads to the same place as the link that was copied.
  const invitation = await mailTo(page.request, "crumb@bakery.example", /your business/, baseURL);
  expect(linkIn(invitation, "/claim-business")).toBe(link);
  const owner = await (await browser.newContext()).newPage();
  await open(owner, link);
  await owner.getByLabel("Full name").fill("Clara Crumb");
  await owner.getByLabel("Email", { exact: true }).fill("crumb@bakery.example");
  await owner.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await owner.getByRole("button", { name: "Claim business" }).click();
  await expect(owner.getByText("Please verify your email to continue.").first()).toBeVisible();
  await confirmEmail(owner, "crumb@bakery.example", /confirm/i, baseURL);
  await expect(owner).toHaveURL("/dashboard");
  await expect(owner.getByText("This business is yours.")).toBeVisible();
});

test("anybody else's claim waits for an admin, or for whoever reads the business's mail", async ({
  browser,
  admin,
  adminSite: { url: baseURL, service },
}) => {
  const claimant = await person(service, "client", "Olive Oven");
  const { data } = await service
    .from("businesses")
    .insert([
      { business_name: "Second Oven", business_email: "owner@oven.example" },
      { business_name: "Fourth Loaf", business_email: "own@fourth.example" },
    ])
    .select("id")
    .throwOnError();
  const [oven = "", loaf = ""] = data.map(({ id }) => `/claim-business?businessID=${id}`);
  const page = await enter(browser, claimant, { baseURL });
  await open(page, oven);
  await page.getByRole("button", { name: "Claim this business" }).click();
  await expect(page).toHaveURL("/dashboard");
  const claims = page.getByRole("region", { name: "Business claims" });
  await expect(claims.getByText("Waiting", { exact: true })).toBeVisible();

  await open(admin, "/admin/businesses");
  // The name leads to the account itself, and closing it back to the queue.
  const claimants = admin.getByRole("dialog", { name: "Olive Oven" });
  await admin.getByRole("link", { name: "Olive Oven" }).click();
  await expect(claimants.getByText(claimant.email)).toBeVisible();
  await admin.getByRole("button", { name: "Show in Users" }).click();
  await expect(claimants).toBeHidden();
  expect(await admin.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await admin.goBack();
  await admin.getByRole("link", { name: "Olive Oven" }).click();
  await expect(claimants.getByText(claimant.email)).toBeVisible();
  await admin.keyboard.press("Escape");
  await expect(admin).toHaveURL("/admin/businesses");
  await admin.getByRole("button", { name: "Approve the claim to Second Oven" }).click();
  const approving = admin.getByRole("alertdialog", { name: "Approve this claim?" });
  await expectAccessible(admin);
  await approving.getByRole("button", { name: "Approve claim" }).click();
  await expect(admin.getByText("Claim approved")).toBeVisible();
  await open(page, "/dashboard");
  await expect(claims.getByText("Approved", { exact: true })).toBeVisible();

  // Whoever reads the business's own mail says yes, and needs no account for it.
  await open(page, loaf);
  await page.getByRole("button", { name: "Claim this business" }).click();
  await expect(page.getByText("We've asked the business to confirm it")).toBeVisible();
  const question = await mailTo(
    page.request,
    "own@fourth.example",
    /Olive Oven the owner/,
    baseURL,
  );
  const baker = await (await browser.newContext({ baseURL })).newPage();
  await open(baker, linkIn(question, "/claim-business"));
  await baker.getByRole("button", { name: "Confirm" }).click();
  await expect(baker.getByText("You have confirmed the claim")).toBeVisible();
});
