import { type Browser, expect, type Page } from "@playwright/test";
import { ADMIN, logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { logInAs, open } from "#tests/e2e/site.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

const openMenu = async (page: Page, email: string, item: string) => {
  await open(page, `/admin/users?q=${encodeURIComponent(email)}`);
  await page
    .getByRole("row")
    .filter({ hasText: email })
    .getByRole("button", { name: /Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

/** Gives somebody another account type in the edit dialog, and returns it for what follows. */
const retype = async (page: Page, email: string, type: string) => {
  await openMenu(page, email, "Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account type").selectOption(type);
  await dialog.getByLabel("Reason").fill("Agreed on Monday");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  return dialog;
};

const adminLogIn = async (browser: Browser, url: string, name: string, password: string) => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await open(page, "/admin-login");
  await page.getByLabel("Username or email").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  return page;
};

test("a new admin signs in by email and acts, and the first one may leave", async ({
  page,
  browser,
  adminSite: { url, service },
}) => {
  const second = await person(service, "client", "Sam Second");
  const { data } = await service.from("profiles").select("email").eq("account_type", "admin");
  const firstEmail = String(data?.[0]?.email);

  await logInAsAdmin(page);
  await retype(page, second.email, "Admin");
  await expect(page.getByText("User updated")).toBeVisible();

  const other = await adminLogIn(browser, url, ` ${second.email.toUpperCase()}`, second.password);
  await expect(other).toHaveURL("/admin/dashboard");
  await other
    .getByRole("button", { name: /Return to Main|Admin/ })
    .first()
    .waitFor();
  // Signs out, and in once more, as the first admin did not make a session for them.
  await other.evaluate(() => localStorage.clear());
  await other.close();
  const again = await adminLogIn(browser, url, second.email, second.password);
  await expect(again).toHaveURL("/admin/dashboard");

  await retype(again, firstEmail, "Solutionz Seeker");
  await expect(again.getByText("User updated")).toBeVisible();
  const former = await adminLogIn(browser, url, ADMIN.username, ADMIN.password);
  await expect(former.getByText("Not authorized. Admin access only.").first()).toBeVisible();

  // Now the second is the last one.
  const dialog = await retype(again, second.email, "Solutionz Seeker");
  await expect(dialog.getByText(/last admin cannot be/).first()).toBeVisible();
  await again.keyboard.press("Escape");
  await retype(again, firstEmail, "Admin");
  await expect(again.getByText("User updated")).toBeVisible();

  // Whoever changes their own type leaves the admin screens for the login.
  await retype(again, second.email, "Solutionz Seeker");
  await expect(again).toHaveURL("/login");
  await expect(again.getByText("User updated")).toBeVisible();
});

test("who may not act as an admin, or at all, any more is signed out, and reads why", async ({
  browser,
  adminSite: { url, service },
  page,
}) => {
  await test.step("who may not act as an admin any more is signed out, and reads why", async () => {
    await test.step("an admin whose session has ended must log in on the next page, which then loads", async () => {
      const third = await person(service, "client", "Tess Third");
      const made = await service
        .from("profiles")
        .update({ account_type: "admin" })
        .eq("id", third.id);
      expect(made.error).toBeNull();
      const theirs = await adminLogIn(browser, url, third.email, third.password);
      await expect(theirs).toHaveURL("/admin/dashboard");
      // They log out of all devices somewhere else.
      const elsewhere = await adminLogIn(browser, url, third.email, third.password);
      await expect(elsewhere).toHaveURL("/admin/dashboard");
      const ended = await elsewhere.evaluate(async () => {
        const { access_token } = JSON.parse(localStorage.getItem("solutionz-session") ?? "{}");
        const apikey = document.querySelector<HTMLMetaElement>('meta[name="supabase-anon-key"]');
        const response = await fetch("/auth/v1/logout?scope=global", {
          method: "POST",
          headers: { apikey: apikey?.content ?? "", authorization: `Bearer ${access_token}` },
        });
        return response.status;
      });
      expect(ended).toBe(204);
      await theirs.getByRole("link", { name: "Users", exact: true }).click();
      const dialog = theirs.getByRole("dialog", { name: "Log in to continue" });
      await dialog.getByLabel("Password", { exact: true }).fill(third.password);
      await expect(theirs.getByText("Error", { exact: true })).toHaveCount(0);
      await dialog.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(theirs.getByRole("row").filter({ hasText: third.email })).toBeVisible();
      await expect(theirs.getByText("Failed to load users")).toHaveCount(0);
      await theirs.context().close();
    });

    await test.step("an admin who tries the general login is shown the way to the admin login", async () => {
      const { id, email, password } = await person(service, "client", "Ada Admin");
      const made = await service.from("profiles").update({ account_type: "admin" }).eq("id", id);
      expect(made.error).toBeNull();
      await open(page, "/login");
      await logInAs(page, email, password, "Solutionz Seeker");
      await expect(page.getByText(/^This account is registered as an Admin/).first()).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("solutionz-session"))).toBeNull();
      await page.getByRole("link", { name: "Go to the admin login" }).click();
      await expect(page).toHaveURL("/admin-login");
    });
  });

  await test.step("a deactivated account is signed out and learns why at the login", async () => {
    const removed = await person(service, "client", "Gus Gone");
    const theirs = await (await browser.newContext({ baseURL: url })).newPage();
    const logIn = async () => {
      await open(theirs, "/login");
      await theirs.getByLabel("Email", { exact: true }).first().fill(removed.email);
      await theirs.getByLabel("Password", { exact: true }).first().fill(removed.password);
      await theirs.getByRole("button", { name: "Log in", exact: true }).click();
    };
    await logIn();
    await expect(theirs).toHaveURL("/directory");

    await logInAsAdmin(page);
    await openMenu(page, removed.email, "Deactivate");
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByLabel("Reason").fill("Copied reviews");
    await confirmation.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("Gus Gone is deactivated")).toBeVisible();

    await theirs.evaluate(() => localStorage.clear());
    await logIn();
    await expect(
      theirs
        .getByText(/Your account is deactivated\. Reason: Copied reviews\. To object, write to/)
        .first(),
    ).toBeVisible();
    await expect(theirs).toHaveURL("/login");
  });
});
