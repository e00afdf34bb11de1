import type { Page } from "@playwright/test";
import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { expectToast, refusing } from "#tests/e2e/refusing.ts";
import { expect, open } from "#tests/e2e/site.ts";

/** What admins read when something fails; tests/house/marketplace-words.test.ts holds the words of the other places. */
test.describe.configure({ timeout: 120_000 });

/** Does something whose call is refused: the toast says so, and the dialog is left. */
const expectFailure = async (page: Page, call: string, words: string, act: () => Promise<void>) => {
  await refusing(page, call, async () => {
    await act();
    await expectToast(page, "Error", words);
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toHaveCount(0);
};

test("an admin sees what could not be loaded or changed, and changes nothing by it", async ({
  adminSite: { service },
  page,
  faults,
}) => {
  const provider = await person(service, "provider", "Fran Fault");
  await logInAsAdmin(page);

  // An admin whose account cannot be read is not taken for another user.
  await refusing(page, "profiles", async () => {
    await open(page, "/admin/users");
    await expect(
      page.getByRole("heading", { name: "Your account could not be loaded" }),
    ).toBeVisible();
    await expect(page).toHaveURL("/admin/users");
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^\d+ users?$/)).toBeVisible();

  await refusing(page, "admin_users", async () => {
    await open(page, "/admin/users?q=fran");
    await expect(page.getByRole("main").getByText("Failed to load users")).toBeVisible();
  });
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  const row = page.getByRole("row").filter({ hasText: provider.email });
  const menu = async (name: string) => {
    await row.getByRole("button", { name: /Actions for/ }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await expectFailure(page, "admin_update_user", "Failed to update user", async () => {
    await menu("Edit");
    await page.getByRole("dialog").getByLabel("First name").fill("Frank");
    await page.getByRole("dialog").getByRole("button", { name: "Save Changes" }).click();
  });
  const confirmation = page.getByRole("alertdialog");
  await expectFailure(
    page,
    "admin_toggle_user_status",
    "Failed to update user status",
    async () => {
      await menu("Deactivate");
      await confirmation.getByLabel("Reason").fill("A test");
      await confirmation.getByRole("button", { name: "Deactivate" }).click();
    },
  );
  await expect(row.getByText("Fran Fault").first()).toBeVisible();
  await expect(row.getByText("Inactive", { exact: true })).toHaveCount(0);

  await open(page, "/admin/audit");
  await page.route("**/rest/v1/rpc/**", (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Verify the log" }).click();
  await expectToast(
    page,
    "Error",
    "Failed to verify the audit log. Network issue: please check your connection and try again.",
  );
  await page.unroute("**/rest/v1/rpc/**");
  faults.splice(0);

  // A browser that does not let go of the session: nobody is signed out.
  await page.getByRole("button", { name: "Return to Main" }).click();
  await expect(page.getByRole("menuitem", { name: "Main Website" })).toBeVisible();
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error("Not today");
    };
  });
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expectToast(page, "Failed to log out. Please try again.");
  await expect(page).toHaveURL("/admin/audit");
});
