import { logInAsAdmin, person, test } from "./admin.ts";
import { expect, expectAccessible, logIn, open } from "./site.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

let link = "";

test("an admin lists businesses and copies a claim link", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logInAsAdmin(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Businesses", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Businesses", exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog");
  for (const [name, email] of [
    ["Crumb Bakery", "crumb@bakery.example"],
    ["Second Oven", "owner@oven.example"],
  ] as const) {
    await page.getByRole("button", { name: "Add Business" }).click();
    await dialog.getByRole("button", { name: "Add Business" }).click();
    await expect(dialog.getByText("Business name is required")).toBeVisible();
    await dialog.getByLabel("Business name").fill(name);
    await dialog.getByLabel("Business email").fill(email);
    await dialog.getByRole("button", { name: "Add Business" }).click();
    await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  }
  await page.getByLabel("Search businesses").fill("crumb@");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 business", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy claim link of Crumb Bakery" }).click();
  await expect(page.getByText("Claim link copied")).toBeVisible();
  link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${baseURL}/claim-business?businessID=`);
});

test("the business's own address claims it by its mail", async ({ page }) => {
  await open(page, link);
  await expect(page.getByText("Crumb Bakery")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Claim business" }).click();
  await expect(page.getByText("Name is required")).toBeVisible();
  await page.getByLabel("Full name").fill("Clara Crumb");
  await page.getByLabel("Email", { exact: true }).fill("crumb@bakery.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Claim business" }).click();
  await expect(page.getByText("Please verify your email to continue.").first()).toBeVisible();
  let confirm = "";
  await expect
    .poll(async () => {
      const search = await page.request.get(
        "/_mailbox/api/v1/search?query=to:crumb@bakery.example",
      );
      const { messages } = (await search.json()) as { messages: { ID: string }[] };
      if (!messages[0]) return "";
      const mail = await page.request.get(`/_mailbox/api/v1/message/${messages[0].ID}`);
      const { Text } = (await mail.json()) as { Text: string };
      confirm = /https?:\/\/\S+\/confirm-email\S+/.exec(Text)?.[0] ?? "";
      return confirm;
    })
    .not.toBe("");
  await open(page, confirm);
  await page.getByRole("button", { name: "Confirm my e-mail" }).click();
  await expect(page).toHaveURL("/profile");
  await open(page, link);
  await expect(page.getByText("This business has already been claimed.")).toBeVisible();
});

test("anybody else's claim waits for an admin", async ({ page, browser, baseURL, adminSite }) => {
  const claimant = await person(adminSite.service, "client", "Olive Oven");
  const { data } = await adminSite.service
    .from("businesses")
    .select("id")
    .eq("business_name", "Second Oven")
    .single();
  await logIn(page, claimant);
  await open(page, `/claim-business?businessID=${data?.id}`);
  await page.getByRole("button", { name: "Claim this business" }).click();
  await expect(page.getByText("Your claim has arrived")).toBeVisible();

  const admin = await (await browser.newContext({ baseURL })).newPage();
  await logInAsAdmin(admin);
  await open(admin, "/admin/businesses");
  await expect(admin.getByText(claimant.email)).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Approve the claim to Second Oven" }).click();
  await expect(admin.getByText("Claim approved")).toBeVisible();
  await expect(admin.getByText("Claimed by Olive Oven")).toBeVisible();
  await admin.context().close();

  await open(page, "/claim-business?businessID=nonsense");
  await expect(page.getByText("Business not found")).toBeVisible();
});
