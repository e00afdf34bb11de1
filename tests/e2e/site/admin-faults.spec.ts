import type { Page } from "@playwright/test";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { endSessions, enter } from "#tests/e2e/accounts/accounts.ts";
import { ADMIN, act, because, giveFeedback, logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { expectToast, refusing } from "#tests/e2e/refusing.ts";
import { ADMIN_ACCOUNT, expect, open } from "#tests/e2e/site.ts";

/** What admins and claimants read when something fails, in the words of spec 2 section 8. */
test.describe.configure({ timeout: 120_000 });

/** Opens a screen whose list is refused: it says so, and shows it when asked again. */
const expectLoadFailure = async (page: Page, path: string, call: string, words: string) => {
  await refusing(page, call, async () => {
    await open(page, path);
    await expect(page.getByRole("main").getByText(words, { exact: true })).toBeVisible();
  });
  await page.getByRole("main").getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByRole("main").getByText(words, { exact: true })).toHaveCount(0);
};

/** Does something whose call is refused: the toast says so, and the dialog is left. */
const expectFailure = async (
  page: Page,
  call: string,
  words: string,
  what: () => Promise<void>,
) => {
  await refusing(page, call, async () => {
    await what();
    await expectToast(page, "Error", words);
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toHaveCount(0);
};

test("an admin reads what failed, continues after an ended session, and is told in a second tab who logs out", async ({
  page,
  context,
  adminSite,
  faults,
}) => {
  await test.step("an admin whose account cannot be read is not taken for another user", async () => {
    await logInAsAdmin(page);
    await refusing(page, "profiles", async () => {
      await open(page, "/admin/users");
      await expect(
        page.getByRole("heading", { name: "Your account could not be loaded" }),
      ).toBeVisible();
      await expect(page).toHaveURL("/admin/users");
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/^\d+ users?$/)).toBeVisible();
  });

  await test.step("an admin reads what failed by a fault of ours, and that nothing is lost", async () => {
    await open(page, "/admin/audit");
    await page.route("**/rest/v1/rpc/**", (route) => route.fulfill({ status: 503, body: "" }));
    await page.getByRole("button", { name: "Verify the log" }).click();
    await expectToast(page, "Failed to verify the audit log", OUR_FAULT);
    faults.splice(0);
    await page.unrouteAll();
  });

  await test.step("an admin sees a lost connection, and continues after an ended session", async () => {
    await open(page, "/admin/audit");
    const verify = page.getByRole("button", { name: "Verify the log" });
    await page.route("**/rest/v1/rpc/**", (route) => route.abort("connectionrefused"));
    await verify.click();
    await expectToast(
      page,
      "Error",
      "Failed to verify the audit log. Network issue: please check your connection and try again.",
    );
    await page.unroute("**/rest/v1/rpc/**");

    await endSessions(ADMIN_ACCOUNT, adminSite.url);
    await verify.click();
    const again = page.getByRole("dialog", { name: "Log in to continue" });
    await again.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await again.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("The log is whole")).toBeVisible();
    faults.splice(0);
  });

  await test.step("an admin who logs out in one tab is told so in the other", async () => {
    const other = await context.newPage();
    await open(other, "/admin/users");
    await expect(other.getByText(/^\d+ users?$/)).toBeVisible();
    await page.getByRole("button", { name: "Return to Main" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL("/admin-login");
    await expect(other.getByRole("heading", { name: "You have been signed out" })).toBeVisible();
    await expect(other).toHaveURL("/admin/users");
    await other.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(other).toHaveURL("/admin-login?return=%2Fadmin%2Fusers");
  });
});

test("an admin sees what could not be loaded or changed, and a claim that fails says why", async ({
  browser,
  adminSite,
  page,
}) => {
  await test.step("a claim that fails says why", async () => {
    const page = await (await browser.newContext()).newPage();
    const { service, url: baseURL } = adminSite;
    const { data } = await service
      .from("businesses")
      .insert({ business_name: "Faults & Sons", business_email: "faults@sons.example" })
      .select("id")
      .single()
      .throwOnError();
    const claim = `/claim-business?businessID=${data.id}`;
    await open(page, claim);
    await page.getByLabel("Full name").fill("Sonny Faults");
    await page.getByLabel("Email", { exact: true }).fill("faults@sons.example");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.route("**/auth/v1/signup*", (route) =>
      route.fulfill({ status: 422, json: { code: 422, error_code: "x", msg: "Not today" } }),
    );
    await page.getByRole("button", { name: "Claim business" }).click();
    await expectToast(page, "Signup failed", "Not today");
    await page.unroute("**/auth/v1/signup*");
    await page.getByRole("button", { name: "Claim business" }).click();
    await expectToast(page, "Verify email", "Please verify your email to continue.");

    const claimant = await person(service, "client", "Claire Claimant");
    const theirs = await enter(browser, claimant, { baseURL });
    await open(theirs, claim);
    // A refusal of the database's rules is shown with its message; its own fault (`refusing`) is not.
    await theirs.route(/\/rpc\/claim_business(\?|$)/, (route) =>
      route.fulfill({ status: 400, json: { code: "P0001", message: "Not today" } }),
    );
    await theirs.getByRole("button", { name: "Claim this business" }).click();
    await expectToast(theirs, "Claim failed", "Not today");
  });

  await test.step("an admin sees what could not be loaded or changed, and changes nothing by it", async () => {
    const { service } = adminSite;
    const given = [{ author_name: "Aud Fault", title: "Faultless" }];
    const provider = await giveFeedback(service, "Fran Fault", given);
    await logInAsAdmin(page);

    await expectLoadFailure(page, "/admin/users?q=fran", "admin_users", "Failed to load users");
    const row = page.getByRole("row").filter({ hasText: provider.email });
    const dialog = page.getByRole("dialog");
    const confirmation = page.getByRole("alertdialog");
    await expectFailure(page, "admin_update_user", "Failed to update user", async () => {
      await act(row, "Edit");
      await dialog.getByLabel("First name").fill("Frank");
      await dialog.getByRole("button", { name: "Save Changes" }).click();
    });
    for (const [change, what] of [
      ["Deactivate", "status"],
      ["Hide", "visibility"],
    ] as const) {
      await expectFailure(
        page,
        "admin_toggle_user_status",
        `Failed to update user ${what}`,
        async () => {
          await act(row, change);
          await because(page, "A test", change);
        },
      );
    }
    await expectFailure(page, "admin-delete-user", "Failed to delete user", async () => {
      await act(row, "Delete");
      await confirmation.getByLabel("Type DELETE to confirm").fill("DELETE");
      await because(page, "A test", "Delete user");
    });
    await expect(row.getByText("Inactive", { exact: true })).toHaveCount(0);
    await expect(row.getByText("Not a member", { exact: true })).toBeVisible();

    await expectLoadFailure(
      page,
      "/admin/feedback?q=faultless",
      "admin_feedback",
      "Failed to load feedback",
    );
    const item = page.getByRole("main").getByRole("listitem").filter({ hasText: "Faultless" });
    await expectFailure(page, "admin_edit_feedback", "Failed to update feedback", async () => {
      await item.getByRole("button", { name: "Edit" }).click();
      await dialog.getByLabel("Title").fill("Faulty");
      await dialog.getByLabel("Reason").fill("A test");
      await dialog.getByRole("button", { name: "Save Changes" }).click();
    });
    await expectFailure(page, "admin_moderate_feedback", "Failed to update feedback approval", () =>
      item.getByRole("button", { name: "Approve" }).click(),
    );
    await expectFailure(page, "admin_delete_feedback", "Failed to delete feedback", async () => {
      await item.getByRole("button", { name: "Delete" }).click();
      await because(page, "A test", "Delete");
    });

    await expectLoadFailure(
      page,
      "/admin/categories",
      "admin_categories",
      "Failed to load categories",
    );
    await expectFailure(page, "categories", "Failed to add category", async () => {
      await page.getByRole("button", { name: "Add Category" }).click();
      await dialog.getByLabel("Category Name").fill("Faults");
      await dialog.getByLabel("Create New Group").fill("Faults");
      await dialog.getByRole("button", { name: "Add Category" }).click();
    });
    await expectFailure(page, "categories", "Failed to update category", async () => {
      await page.getByRole("heading", { name: "Education" }).click();
      await page.getByRole("button", { name: "Edit Tutoring" }).click();
      await dialog.getByLabel("Category Name").fill("Lessons");
      await dialog.getByRole("button", { name: "Save Changes" }).click();
    });
    await expectFailure(page, "categories", "Failed to delete category", async () => {
      await page.getByRole("button", { name: "Delete Tutoring" }).click();
      await confirmation.getByRole("button", { name: "Delete" }).click();
    });
    await expectFailure(page, "admin_reorder_categories", "Failed to update category order", () =>
      page.getByRole("button", { name: "Move Tutoring up" }).click(),
    );
    await expectFailure(page, "provider_categories", "Failed to load category statistics", () =>
      page.getByRole("button", { name: "Statistics of Tutoring" }).click(),
    );

    await expectLoadFailure(
      page,
      "/admin/analytics",
      "admin_analytics",
      "Failed to load analytics data",
    );
    for (const name of ["Most Popular Categories", "Recent Activity"]) {
      await expect(page.getByRole("heading", { name })).toBeVisible();
    }

    await page.route("**/auth/v1/logout*", (route) => route.abort());
    await page.getByRole("button", { name: "Return to Main" }).click();
    await expect(page.getByRole("menuitem", { name: "Main Website" })).toBeVisible();
    // A browser that does not let go of the session: nobody is signed out.
    await page.evaluate(() => {
      Storage.prototype.removeItem = () => {
        throw new Error("Not today");
      };
    });
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expectToast(page, "Failed to log out. Please try again.");
    await expect(page).toHaveURL("/admin/analytics");
    await open(page, "/admin/analytics");
    await page.getByRole("button", { name: "Return to Main" }).click();
    await expect(page.getByRole("menuitem", { name: "Main Website" })).toBeVisible();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expectToast(page, "You're signed out on this device.");
    await expect(page).toHaveURL("/admin-login");
  });
});
