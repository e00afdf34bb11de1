import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, logIn, open } from "#tests/e2e/site.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

test("an admin grants, sees and ends a membership, and the member reads why", async ({
  page,
  browser,
  adminSite: { url, service },
}) => {
  const granted = await person(service, "provider", "Greta Granted");
  await open(page, "/admin-login");
  await expect(page.getByLabel("Username or email")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create the first admin" })).toHaveCount(0);
  await logInAsAdmin(page);
  for (const name of ["analytics", "audit"]) {
    await open(page, `/admin/${name}`);
    await expect(page).toHaveTitle(/ \| Solutionz$/);
  }
  const row = page.getByRole("row").filter({ hasText: granted.email });
  const openDialog = async () => {
    await open(page, `/admin/users?q=${encodeURIComponent(granted.email)}`);
    await row.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Membership" }).click();
    return page.getByRole("alertdialog");
  };
  const dialog = await openDialog();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Grant membership" }).click();
  await expect(dialog.getByText("Please give a reason")).toBeVisible();
  const nextYear = new Date().getUTCFullYear() + 1;
  await dialog.getByLabel("Last day").fill(`${nextYear}-03-31`);
  await dialog.getByLabel("Reason").fill("Winner of the spring prize.");
  await dialog.getByRole("button", { name: "Grant membership" }).click();
  await expect(page.getByText("Membership saved")).toBeVisible();
  await expect(row.getByText(`Member until 31 Mar ${nextYear}`)).toBeVisible();

  const theirs = await (await browser.newContext({ baseURL: url })).newPage();
  await logIn(theirs, granted);
  await open(theirs, "/account?tab=payments");
  await expect(theirs.getByText(/Winner of the spring prize\. It won't renew/)).toBeVisible();
  await theirs.context().close();

  await open(page, "/admin/dashboard");
  await expect(page.getByText("Members with a public page")).toBeVisible();
  // The dialog that edits an account leads there too.
  await open(page, `/admin/users?q=${encodeURIComponent(granted.email)}`);
  await row.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const editing = page.getByRole("dialog", { name: "Edit user" });
  await expect(editing.getByText(`Member until 31 Mar ${nextYear}`)).toBeVisible();
  const change = editing.getByRole("button", { name: "Change or end membership" });
  await editing.getByLabel("Location").fill("Hull");
  await expect(editing.getByText("Save your changes here first.")).toBeVisible();
  await expect(change).toBeDisabled();
  await editing.getByLabel("Location").fill("Leeds");
  await change.click();
  const again = page.getByRole("alertdialog");
  await again.getByLabel("What to do").selectOption("End it now");
  await again.getByLabel("Reason").fill("Asked for it");
  await again.getByRole("button", { name: "End membership" }).click();
  await expect(page.getByText("Membership ended")).toBeVisible();
  await expect(row.getByText(/^Member until/)).toHaveCount(0);
  await open(page, "/admin/audit");
  await expect(page.getByText("Asked for it").first()).toBeVisible();
});
