import { readFileSync } from "node:fs";
import { act, because, person, test } from "#tests/e2e/admin.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { png } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";
import { enterAsAdmin } from "./accounts.ts";

test("an admin finds, views, edits, hides, deactivates and deletes an account", async ({
  browser,
  adminSite: { url, service },
}) => {
  const plumber = await person(service, "provider", "Penny Plumb", [
    "Construction/Trade > Plumber",
    "Construction/Trade > Builder",
    "Construction/Trade > Roofing",
  ]);
  const page = await enterAsAdmin(browser, url);
  // Low enough for the page to scroll.
  await page.setViewportSize({ width: 1280, height: 560 });
  await open(page, "/admin/users");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Type",
    "Joined",
    "Business",
    "Status",
    "Categories",
    "Actions",
  ]);
  await page.getByLabel("Search users").fill("penny plumb ltd");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: plumber.email });
  await expect(row.getByText("Builder, Plumber...")).toBeVisible();

  await act(row, "View");
  await expect(page.getByRole("dialog").getByText("+44 7700 900123")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await act(row, "Edit");
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
  await expect(row.getByText("Penelope Plumb", { exact: true })).toBeVisible();

  for (const [change, undo, state] of [
    ["Hide", "Show", "Hidden"],
    ["Deactivate", "Activate", "Inactive"],
  ] as const) {
    await act(row, change);
    await because(page, "Photos of other people", change);
    await expect(row.getByText(state, { exact: true })).toBeVisible();
    await act(row, undo);
    await expect(row.getByText(state, { exact: true })).toHaveCount(0);
  }

  // A colleague is faster: nothing is overwritten, and the list shows what is so now.
  await act(row, "Edit");
  await service.from("profiles").update({ location: "Hull" }).eq("id", plumber.id);
  await dialog.getByLabel("Location").fill("York");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByText(/has changed since you opened it/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await act(row, "View");
  await expect(dialog.getByText("Hull")).toBeVisible();
  await page.keyboard.press("Escape");

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
  await because(page, "Spam", "Delete user");
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation.getByText("Type DELETE to confirm").last()).toBeVisible();
  await expectAccessible(page);
  await confirmation.getByLabel("Type DELETE to confirm").fill("DELETE");
  await confirmation.getByRole("button", { name: "Delete user" }).click();
  await expect(page.getByText("User deleted")).toBeVisible();
  await expect(page.getByText("No users found")).toBeVisible();
});

test("several accounts are hidden at once, and a filtered list is exported", async ({
  browser,
  adminSite: { url, service },
}) => {
  for (const name of ["Bea Bulk", "Bob Bulk", "Ben Bulk"]) await person(service, "provider", name);
  const page = await enterAsAdmin(browser, url);
  await open(page, "/admin/users?q=bulk&sort=name");
  await page.getByLabel("Select all on this page").check();
  await page.getByLabel("Select Bob Bulk").uncheck();
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await because(page, "Under review", "Hide");
  await expect(page.getByText("2 changed")).toBeVisible();

  const status = page.getByLabel("Status", { exact: true });
  await status.focus();
  await status.selectOption("Hidden");
  await expect(page.getByText("2 users", { exact: true })).toBeVisible();
  await expect(page).toHaveURL("/admin/users?q=bulk&type=all&status=hidden&sort=name");
  await expect(status).toBeFocused();
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
});

test("a provider is made with a picture and an invitation, and follows it", async ({
  browser,
  adminSite: { url: baseURL },
}) => {
  const page = await enterAsAdmin(browser, baseURL);
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Create Solutionz Provider" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Ingrid");
  await dialog.getByLabel("Last name").fill("Invited");
  await dialog.getByLabel("Business name").fill("Invited Ltd");
  await dialog.getByLabel("Email").fill("ingrid@invited.example");
  await dialog.locator("input[type=file]").setInputFiles(png("logo.png"));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Solutionz Provider" }).click();
  await expect(page.getByText("The invitation is on its way.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Invited Ltd" })).toBeVisible();

  const mail = await mailTo(page.request, "ingrid@invited.example", /./, baseURL);
  const link = /https?:\/\/\S+type=invite/.exec(mail);
  const guest = await (await browser.newContext({ baseURL })).newPage();
  await open(guest, link?.[0] ?? "");
  await guest.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await guest.getByLabel("Confirm password").fill("correct horse battery");
  await guest.getByRole("button", { name: "Choose password" }).click();
  await expect(guest.getByText("Your password has been changed")).toBeVisible();
  await expect(guest.getByRole("tab", { name: /Provider/, selected: true })).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveValue("ingrid@invited.example");
});
