import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, logIn, open, reload } from "#tests/e2e/site.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

let link = "";

test("a business is listed by an admin, and claimed by its own address or by somebody whom an admin or the business confirms", async ({
  page,
  context,
  baseURL,
  browser,
  adminSite,
}) => {
  await test.step("an admin lists businesses and copies a claim link", async () => {
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
    const states = page.getByRole("navigation", { name: "States" });
    // How many the search finds in each state.
    await expect(states.getByRole("link")).toHaveText([
      "All1",
      "Unclaimed1",
      "Waiting0",
      "Claimed0",
    ]);
    await states.getByRole("link", { name: /^Claimed/ }).click();
    await expect(page.getByText("No businesses found")).toBeVisible();
    await states.getByRole("link", { name: "Unclaimed" }).click();
    await expect(page.getByText("1 business", { exact: true })).toBeVisible();
    await expectAccessible(page);
    const act = async (name: string) => {
      await page.getByRole("button", { name: "Actions for Crumb Bakery" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act("Copy claim link");
    await expect(page.getByText("Claim link copied")).toBeVisible();
    link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${baseURL}/claim-business?businessID=`);
    await act("Email claim link");
    await expect(page.getByText("Claim link sent")).toBeVisible();
    await expect(page.getByText(/^Link emailed/)).toBeVisible();
    await act("Email claim link");
    await expect(page.getByText(/^Sent already/)).toBeVisible();

    await open(page, "/admin/businesses");
    for (const name of ["Crumb Bakery", "Second Oven"])
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await expect(page.getByText("2 selected")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Email claim links" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("Second Oven, ")).toBeVisible();
    await expect(question.getByText(/^Is .* your business\?$/)).toBeVisible();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("1 emailed, 1 refused")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Select Second Oven" })).not.toBeChecked();

    await page.getByRole("button", { name: "Import", exact: true }).click();
    const file = [
      "Business name,Business email",
      "Third Loaf,own@loaf.example",
      "Crumb Bakery,CRUMB@bakery.example",
      ",x@y.example",
    ].join("\n");
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "b.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await expect(dialog.getByText("2 ready, 1 refused")).toBeVisible();
    await dialog.getByRole("button", { name: "Import 2" }).click();
    await expect(dialog.getByText("1 made")).toBeVisible();
    const refused = dialog.getByRole("row").filter({ hasText: "Crumb Bakery" });
    await expect(refused.getByText(/^This business is already listed\./)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await open(page, "/admin/businesses");
    await expect(page.getByRole("row").filter({ hasText: "Third Loaf" })).toBeVisible();
  });

  await test.step("the business's own address claims it by its mail", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // The mail that the admin sent leads to the same place as the link that was copied.
    const invitation = await mailTo(page.request, "crumb@bakery.example", /your business/, baseURL);
    expect(linkIn(invitation, "/claim-business")).toBe(link);
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
    const mail = await mailTo(page.request, "crumb@bakery.example", /confirm/i, baseURL);
    expect(mail).toContain("You asked to claim Crumb Bakery.");
    await open(page, linkIn(mail, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByText("This business is yours.")).toBeVisible();
    await open(page, link);
    await expect(page.getByText("This business is yours.")).toBeVisible();
    await expect(page.getByText(/Claim it/)).toHaveCount(0);
    await context.close();
  });

  await test.step("anybody else's claim waits for an admin, or for the business itself", async () => {
    const own = await browser.newContext();
    const page = await own.newPage();
    const claimant = await person(adminSite.service, "client", "Olive Oven");
    const { data } = await adminSite.service
      .from("businesses")
      .select("id")
      .eq("business_name", "Second Oven")
      .single();
    await logIn(page, claimant);
    await open(page, `/claim-business?businessID=${data?.id}`);
    await page.getByRole("button", { name: "Claim this business" }).click();
    await expect(page.getByText("We have your claim")).toBeVisible();
    await expect(page.getByText("We've asked the business to confirm it")).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
    const claims = page.getByRole("region", { name: "Business claims" });
    await expect(claims.getByText("Second Oven")).toBeVisible();
    await expect(claims.getByText("Waiting", { exact: true })).toBeVisible();
    await open(page, `/claim-business?businessID=${data?.id}`);
    await expect(page.getByText("Waiting", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Claim this business" })).toHaveCount(0);

    const admin = await (await browser.newContext({ baseURL })).newPage();
    await logInAsAdmin(admin);
    await open(admin, "/admin/businesses");
    await expect(admin.getByText(claimant.email)).toBeVisible();
    // The name leads to the account itself, and back to the queue.
    await admin.getByRole("link", { name: "Olive Oven" }).click();
    const claimants = admin.getByRole("dialog", { name: "Olive Oven" });
    await expect(claimants.getByText(claimant.email)).toBeVisible();
    await admin.getByRole("button", { name: "Show in Users" }).click();
    await expect(claimants).toBeHidden();
    expect(await admin.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await expect(admin).not.toHaveURL(/view=/);
    await reload(admin);
    await expect(admin.getByRole("button", { name: "Actions for Olive Oven" })).toBeVisible();
    await expect(claimants).toBeHidden();
    await admin.goBack();
    // Closing it leads back to the queue at once.
    await admin.getByRole("link", { name: "Olive Oven" }).click();
    await expect(claimants.getByText(claimant.email)).toBeVisible();
    await admin.keyboard.press("Escape");
    await expect(admin).toHaveURL("/admin/businesses");
    // What there is to judge it by; and the list agrees that the business is no longer free to claim.
    await expect(admin.getByText("Different email domain")).toBeVisible();
    await expect(admin.getByText("owner@oven.example").first()).toBeVisible();
    const listed = admin.getByRole("row").filter({ hasText: "Second Oven" });
    await expect(listed.getByText("Claim waiting")).toBeVisible();
    await expect(listed.getByRole("button")).toHaveCount(0);
    await expectAccessible(admin);
    // Neither decision can be undone, so each asks first and says what follows.
    await admin.getByRole("button", { name: "Refuse the claim to Second Oven" }).click();
    const refusing = admin.getByRole("alertdialog", { name: "Refuse this claim?" });
    await expect(refusing).toContainText(
      "Olive Oven won't get “Second Oven” and can't claim it again",
    );
    await refusing.getByRole("button", { name: "Cancel" }).click();
    await admin.getByRole("button", { name: "Approve the claim to Second Oven" }).click();
    const approving = admin.getByRole("alertdialog", { name: "Approve this claim?" });
    await expect(approving).toContainText("“Second Oven” will belong to Olive Oven");
    await expectAccessible(admin);
    await approving.getByRole("button", { name: "Approve claim" }).click();
    await expect(admin.getByText("Claim approved")).toBeVisible();
    // It was the last one.
    await expect(admin.getByText("You're all caught up.")).toBeVisible();
    await expect(admin.getByRole("link", { name: "Back to the dashboard" })).toBeVisible();
    await expect(admin.getByRole("row").filter({ hasText: "Claimed by Olive Oven" })).toBeVisible();
    await admin.context().close();
    await open(page, "/dashboard");
    await expect(claims.getByText("Approved", { exact: true })).toBeVisible();
    await open(page, `/claim-business?businessID=${data?.id}`);
    await expect(page.getByText("This business is yours.")).toBeVisible();

    // The other way: whoever reads the business's own mail says yes, and needs no account for it.
    const loaf = await adminSite.service
      .from("businesses")
      .select("id")
      .eq("business_name", "Third Loaf")
      .single();
    await open(page, `/claim-business?businessID=${loaf.data?.id}`);
    await page.getByRole("button", { name: "Claim this business" }).click();
    await expect(page.getByText("We've asked the business to confirm it")).toBeVisible();
    const question = await mailTo(
      page.request,
      "own@loaf.example",
      /Olive Oven the owner of/,
      baseURL,
    );
    const baker = await (await browser.newContext({ baseURL })).newPage();
    await open(baker, linkIn(question, "/claim-business"));
    await expect(baker.getByText("Olive Oven says that Third Loaf is theirs.")).toBeVisible();
    await expectAccessible(baker);
    await baker.getByRole("button", { name: "Confirm" }).click();
    await expect(baker.getByText("You have confirmed the claim")).toBeVisible();
    await baker.reload();
    await expect(baker.getByText("This link has been used or has expired.")).toBeVisible();
    await baker.context().close();
    expect(await mailTo(page.request, claimant.email, /^Third Loaf is yours/, baseURL)).toContain(
      "Third Loaf",
    );

    await open(page, "/claim-business?businessID=nonsense");
    await expect(page.getByText("Business not found")).toBeVisible();
    await own.close();
  });
});
