import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { authenticatorCode } from "#backend/tests/totp.ts";
import { ADMIN, test as adminTest } from "#tests/e2e/admin.ts";
import { linkIn, mailTo } from "#tests/e2e/mailbox.ts";
import { ADMIN_ACCOUNT, expect, expectAccessible, fillLogin, open, test } from "#tests/e2e/site.ts";
import { account, clientOf, member, PASSWORD, signIn } from "./accounts.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

/** Switches two-step verification on in the settings; gives the secret and the recovery codes. */
const switchOn = async (page: Page) => {
  await open(page, "/account?tab=security");
  // Later than five minutes after the login the page asks for the password and then continues by itself.
  await page.route(
    "**/auth/v1/factors",
    (route) =>
      route.fulfill({
        status: 400,
        headers: { "x-supabase-api-version": "2024-01-01" },
        json: { code: "reauthentication_needed", message: "Confirm it's you" },
      }),
    { times: 1 },
  );
  await page.getByRole("switch", { name: "Two-step verification" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("wrong horse");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("That is not your current password.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByAltText("QR code for your authenticator app")).toBeVisible();
  const secret = (await dialog.getByTestId("totp-secret").innerText()).replace(/\s/g, "");
  await expectAccessible(page);
  await dialog.getByLabel("Six-digit code").fill("000000");
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog.getByText("That code is wrong.")).toBeVisible();
  // Each code works once, and a step to each side is taken: the next login shows the step after, so
  // that both still hold when a step ends while they are typed.
  await dialog.getByLabel("Six-digit code").fill(authenticatorCode(secret));
  await dialog.getByRole("button", { name: "Switch on" }).click();
  const list = dialog.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.getByRole("listitem").allInnerTexts();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("recovery-codes.txt");
  // They are shown once: a slip of the finger loses none.
  const question = page.getByRole("alertdialog", { name: "Have you saved your codes?" });
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Back to the codes" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("On. 10 of your recovery codes are left.")).toBeVisible();
  return { secret, codes };
};

/** For the login after `switchOn`. */
const nextCode = (secret: string) => authenticatorCode(secret, Date.now(), 1);

test("two-step verification: on, required at login, codes on paper, off", async ({
  browser,
  baseURL,
}) => {
  const { page, email } = await member(browser, "client");
  const { secret, codes } = await switchOn(page);
  await mailTo(page.request, email, /Two-step verification was switched on/);
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");

  // The password alone opens nothing, and the return path stays; what a wrong one left on the page does not.
  await open(page, "/account?tab=security");
  await fillLogin(page, { email, password: "wrong horse" });
  await expect(page.getByText("Login failed")).toBeVisible();
  await fillLogin(page, { email, password: PASSWORD });
  await page.waitForURL("/two-step?return=%2Faccount%3Ftab%3Dsecurity");
  // Counted at once: the message leaves by itself after five seconds.
  expect(await page.getByText("Login failed").count()).toBe(0);
  await expectAccessible(page);
  await open(page, "/dashboard");
  await expect(page).toHaveURL(/\/two-step/);
  await open(page, "/two-step?return=%2Faccount%3Ftab%3Dsecurity");
  await page.getByLabel("Six-digit code").fill("123456");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText("That code is wrong.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(nextCode(secret));
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/account?tab=security");

  // With a recovery code, once.
  const [paper = ""] = codes;
  const phone = await (await browser.newContext({ baseURL, userAgent: PHONE })).newPage();
  await open(phone, "/login");
  await fillLogin(phone, { email, password: PASSWORD });
  await phone.getByRole("button", { name: "Use a recovery code instead" }).click();
  await phone.getByLabel("Recovery code").fill(paper.toLowerCase());
  await phone.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(phone).toHaveURL("/directory");

  // The list shows both; the other is signed out from here.
  await page.reload();
  await expect(page.getByText("On. 9 of your recovery codes are left.")).toBeVisible();
  const devices = page.getByRole("list", { name: "Signed-in devices" });
  await expect(devices.getByRole("listitem").first()).toContainText("This device");
  await devices.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);

  // Off again, with another of them.
  const dialog = page.getByRole("dialog");
  await page.getByRole("switch", { name: "Two-step verification" }).click();
  await dialog.getByRole("button", { name: "Use a recovery code instead" }).click();
  await dialog.getByLabel("Recovery code").fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("switch", { name: "Two-step verification" })).not.toBeChecked();
});

/** Switches two-step verification on as the settings do; gives the secret. */
const enrol = async (db: SupabaseClient): Promise<string> => {
  const { data, error } = await db.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const code = authenticatorCode(totp.secret);
  expect((await db.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  return totp.secret;
};

test("a reset waits for the second step, without scripts before its link is used", async ({
  browser,
  page,
}) => {
  const { email, session } = await account("client");
  const db = await clientOf(session);
  const secret = await enrol(db);
  expect((await db.auth.resetPasswordForEmail(email)).error).toBeNull();
  const link = linkIn(await mailTo(page.request, email, /reset/i), "/reset-password");
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const update = async (on: Page) => {
    await on.getByLabel("New password", { exact: true }).fill("another horse");
    await on.getByLabel("Confirm new password").fill("another horse");
    await on.getByRole("button", { name: "Update password" }).click();
  };
  await plain.goto(link);
  await update(plain);
  await expect(plain.getByText("Your link has not been used")).toBeVisible();
  await open(page, link);
  await update(page);
  await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  await page.getByLabel("Six-digit code").fill(nextCode(secret));
  await page.getByRole("button", { name: "Update password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
});

adminTest(
  "an admin shows the second step, and is signed out when idle",
  async ({ page, adminSite: { service, url } }) => {
    const secret = await enrol((await signIn(ADMIN_ACCOUNT, url)).db);
    await page.clock.install();
    await open(page, "/admin/users");
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/two-step?return=%2Fadmin%2Fusers");
    await page.getByLabel("Six-digit code").fill(nextCode(secret));
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL("/admin/users");
    // The page watches for idleness once it has loaded.
    await expect(page.getByText(/^\d+ users?$/)).toBeVisible();

    const warning = page
      .getByRole("alert")
      .filter({ hasText: "You'll be signed out in 2 minutes" });
    await page.clock.fastForward("28:30");
    await expect(warning).toBeVisible();
    await page.keyboard.press("Shift");
    await expect(warning).toHaveCount(0);
    // Work in another tab counts too.
    await page.clock.fastForward("20:00");
    await page.evaluate(() => localStorage.setItem("admin-acted", String(Date.now())));
    await page.clock.fastForward("25:00");
    await expect(page).toHaveURL("/admin/users");
    await page.clock.fastForward("11:00");
    await expect(page).toHaveURL("/admin-login");
    await expect(page.getByText("Nothing was done here for 30 minutes.")).toBeVisible();

    // The site and its admin are also other tests' of this worker.
    const { data } = await service.auth.admin.listUsers({ perPage: 1000 });
    for (const { id: userId, factors } of data.users)
      for (const { id } of factors ?? []) await service.auth.admin.mfa.deleteFactor({ id, userId });
  },
);
