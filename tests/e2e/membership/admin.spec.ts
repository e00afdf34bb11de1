import { enter } from "#tests/e2e/accounts/accounts.ts";
import { act, because, person, test } from "#tests/e2e/admin.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test("an admin grants, sees and ends a membership, and the member reads why", async ({
  browser,
  admin: page,
  adminSite: { url, service },
}) => {
  const granted = await person(service, "provider", "Greta Granted");
  const row = page.getByRole("row").filter({ hasText: granted.email });
  await open(page, `/admin/users?q=${encodeURIComponent(granted.email)}`);
  await act(row, "Membership");
  const dialog = page.getByRole("alertdialog");
  await expectAccessible(page);
  const nextYear = new Date().getUTCFullYear() + 1;
  await dialog.getByLabel("Last day").fill(`${nextYear}-03-31`);
  await because(page, "Winner of the spring prize.", "Grant membership");
  await expect(row.getByText(`Member until 31 Mar ${nextYear}`)).toBeVisible();

  const theirs = await enter(browser, granted, { baseURL: url });
  await open(theirs, "/account?tab=payments");
  await expect(theirs.getByText(/Winner of the spring prize\. It won't renew/)).toBeVisible();

  // The dialog that edits an account leads there too.
  await act(row, "Edit");
  const editing = page.getByRole("dialog", { name: "Edit user" });
  await expect(editing.getByText(`Member until 31 Mar ${nextYear}`)).toBeVisible();
  const change = editing.getByRole("button", { name: "Change or end membership" });
  await editing.getByLabel("Location").fill("Hull");
  await expect(editing.getByText("Save your changes here first.")).toBeVisible();
  await expect(change).toBeDisabled();
  await editing.getByLabel("Location").fill("Leeds");
  await change.click();
  await dialog.getByLabel("What to do").selectOption("End it now");
  await because(page, "Asked for it", "End membership");
  await expect(page.getByText("Membership ended")).toBeVisible();
  await expect(row.getByText(/^Member until/)).toHaveCount(0);
});
