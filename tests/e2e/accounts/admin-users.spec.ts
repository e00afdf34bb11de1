import { readFileSync } from "node:fs";
import { ADMIN, logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("an admin finds, views, edits, switches, exports and deletes accounts, alone and several at once", async ({
  page,
  adminSite,
}) => {
  await test.step("an admin finds, views, edits and switches an account", async () => {
    const { service } = adminSite;
    const plumber = await person(service, "provider", "Penny Plumb", [
      "Construction/Trade > Plumber",
      "Construction/Trade > Builder",
      "Construction/Trade > Roofing",
    ]);
    for (let number = 10; number < 32; number += 1) {
      await person(service, "client", `Client${number} Crowd`);
    }
    await logInAsAdmin(page);
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await expect(page.getByRole("row").filter({ hasText: "Crowd" }).first()).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText([
      "Name",
      "Type",
      "Joined",
      "Business",
      "Status",
      "Categories",
      "Actions",
    ]);
    await page.getByLabel("Search users").fill("crowd");
    await page.keyboard.press("Enter");
    await expect(page.getByText("22 users", { exact: true })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(21);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Page 2" }).click();
    await expect(page.getByRole("row")).toHaveCount(3);

    await page.getByLabel("Type", { exact: true }).selectOption("Solutionz Providers");
    await expect(page.getByText("0 users", { exact: true })).toBeVisible();
    await page.getByLabel("Search users").fill("penny plumb ltd");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 user", { exact: true })).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: plumber.email });
    await expect(row.getByText("Builder, Plumber...")).toBeVisible();

    const actions = async (name: string) => {
      await row.getByRole("button", { name: /Actions for/ }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await actions("View");
    await expect(page.getByRole("dialog").getByText("+44 7700 900123")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await actions("Edit");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First name").fill(" ");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(
      dialog.getByRole("link", { name: "First name and last name are required" }),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("First name").fill(" Penelope ");
    await dialog.getByLabel("Reason").fill("Asked by phone");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("User updated")).toBeVisible();
    await expect(row.getByText("Penelope Plumb", { exact: true })).toBeVisible();

    await actions("Hide");
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByRole("button", { name: "Hide" }).click();
    await expect(confirmation.getByText("Please give a reason")).toBeVisible();
    await expectAccessible(page);
    await confirmation.getByLabel("Reason").fill("Photos of other people");
    await confirmation.getByRole("button", { name: "Hide" }).click();
    await expect(row.getByText("Hidden", { exact: true })).toBeVisible();
    await actions("Show");
    await expect(row.getByText("Hidden", { exact: true })).toHaveCount(0);
    // Only members are listed.
    await expect(row.getByText("Not a member", { exact: true })).toBeVisible();
    await actions("Deactivate");
    await confirmation.getByLabel("Reason").fill("Asked by phone");
    await confirmation.getByRole("button", { name: "Deactivate" }).click();
    await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
    await actions("Activate");
    await expect(row.getByText("Inactive", { exact: true })).toHaveCount(0);

    // A colleague is faster: nothing is overwritten, and the list shows what is so now.
    await actions("Edit");
    await service.from("profiles").update({ location: "Hull" }).eq("id", plumber.id);
    await dialog.getByLabel("Location").fill("York");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText(/has changed since you opened it/).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await actions("View");
    await expect(dialog.getByText("Hull")).toBeVisible();
    await expect
      .poll(async () => {
        const found = await page.request.get(`/_mailbox/api/v1/search?query=to:${plumber.email}`);
        const { messages } = (await found.json()) as { messages: { Subject: string }[] };
        return messages.map(({ Subject }) => Subject);
      })
      .toContain("Your profile is currently hidden");
  });

  await test.step("several accounts are switched at once, and a filtered list is exported", async () => {
    for (const name of ["Bea Bulk", "Bob Bulk", "Ben Bulk"]) {
      await person(adminSite.service, "provider", name);
    }
    await open(page, "/admin/users?q=bulk&sort=name");
    await page.getByLabel("Select all on this page").check();
    await expect(page.getByText("3 selected")).toBeVisible();
    await page.getByLabel("Select Bob Bulk").uncheck();
    await page.getByRole("button", { name: "Hide", exact: true }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByLabel("Reason").fill("Under review");
    await confirmation.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByText("2 changed")).toBeVisible();
    await expect(page.getByRole("row").getByText("Hidden", { exact: true })).toHaveCount(2);

    await page.getByLabel("Status", { exact: true }).selectOption("Hidden");
    await expect(page.getByText("2 users", { exact: true })).toBeVisible();
    await expect(page.getByRole("row").getByText("Hidden", { exact: true })).toHaveCount(2);
    await expect(page).toHaveURL("/admin/users?q=bulk&type=all&status=hidden&sort=name");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Export or import" }).click();
    await page.getByRole("menuitem", { name: "Export CSV" }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export CSV" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^Ben,Bulk,Ben Bulk Ltd,ben\.bulk@people\.example,.*'\+44 7700 900123,,IT,yes,no/,
    );
    expect(lines[2]).toMatch(/^Bea,/);
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: "Actions for Ben Bulk" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByRole("button", { name: "Make profile visible" }).click();
    await expect(page.getByText("Ben Bulk is shown")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("1 user", { exact: true })).toBeVisible();
    // The choices follow the address, and a changed one keeps the focus.
    const status = page.getByLabel("Status", { exact: true });
    await status.focus();
    await status.selectOption("Any status");
    await expect(page.getByText("3 users", { exact: true })).toBeVisible();
    await expect(status).toBeFocused();

    await open(page, "/admin/users?q=bulk&page=7");
    await expect(page.getByText("3 users", { exact: true })).toBeVisible();
  });

  await test.step("an account is deleted after the word was typed, and the last admin is not", async () => {
    const leaver = await person(adminSite.service, "client", "Lea Ver");
    // Low enough for the page to scroll.
    await page.setViewportSize({ width: 1280, height: 560 });
    await open(page, "/admin/users?q=lea.ver");
    const row = page.getByRole("row").filter({ hasText: leaver.email });
    await row.getByRole("button", { name: /Actions for/ }).click();
    // An open menu stays where it is on the page, so that a press ends on the item it began on.
    const item = page.getByRole("menuitem", { name: "Delete" });
    const place = () =>
      item.evaluate((node) => Math.round(node.getBoundingClientRect().top + window.scrollY));
    const before = await place();
    await page.evaluate(async () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    expect(await place()).toBe(before);
    await item.click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await expect(dialog.getByText("Type DELETE to confirm").last()).toBeVisible();
    await expect(page.getByText(leaver.email)).toBeAttached();
    await dialog.getByLabel("Reason").fill("Spam");
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await expect(page.getByText("User deleted")).toBeVisible();
    await expect(page.getByText("No users found")).toBeVisible();

    // The worker's other tests use the same site: an admin that one of them made would be left.
    const others = await adminSite.service
      .from("profiles")
      .update({ account_type: "client" })
      .eq("account_type", "admin")
      .not("email", "like", `${ADMIN.username}@%`);
    expect(others.error).toBeNull();
    await open(page, "/admin/users?type=admin");
    await page.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Deactivate" }).click();
    await dialog.getByLabel("Reason").fill("Leaves the team");
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await expect(dialog.getByText(/The last admin cannot be deleted/)).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog.getByLabel("Reason").fill("Leaves the team");
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await expect(dialog.getByText(/The last admin cannot be deleted/)).toBeVisible();
  });
});

test("a provider is made with a picture and an invitation, and follows it", async ({
  page,
  browser,
  baseURL,
}) => {
  await logInAsAdmin(page);
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Create Solutionz Provider" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create Solutionz Provider" }).click();
  await expect(
    dialog.getByRole("link", { name: "Business name is required for providers" }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("First name").fill("Ingrid");
  await dialog.getByLabel("Last name").fill("Invited");
  await dialog.getByLabel("Business name").fill("Invited Ltd");
  await dialog.getByLabel("Email").fill("ingrid@invited.example");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await dialog.getByRole("button", { name: "Create Solutionz Provider" }).click();
  await expect(page.getByText("The invitation is on its way.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Invited Ltd" })).toBeVisible();
  await page.getByRole("button", { name: "View Directory" }).click();
  await expect(page).toHaveURL("/directory");

  const mail = await mailTo(page.request, "ingrid@invited.example", /./, baseURL);
  const link = /https?:\/\/\S+type=invite/.exec(mail);
  const guest = await (await browser.newContext({ baseURL })).newPage();
  await open(guest, link?.[0] ?? "");
  await expect(guest.getByRole("heading", { name: "Welcome to Solutionz" })).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await guest.getByLabel("Confirm password").fill("correct horse battery");
  await guest.getByRole("button", { name: "Choose password" }).click();
  await expect(guest.getByText("Your password has been changed")).toBeVisible();
  await expect(guest.getByRole("tab", { name: /Provider/, selected: true })).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveValue("ingrid@invited.example");
  await guest.context().close();
});
